/** A model on a canvas: seen from any side, cut, pulled apart, measured; knows nothing of React. */

import {
  Box3,
  type BufferGeometry,
  type Mesh,
  type Object3D,
  Scene,
  Vector2,
  WebGLRenderer,
} from 'three'
import { Coats } from './coats'
import { EDGE, edgesOf } from './edges'
import { Explosion } from './explosion'
import { Eye } from './eye'
import { Instances, isShown, shownBox } from './instances'
import { coarseOf, trianglesOf } from './levels'
import { lightUp } from './lights'
import { Measure } from './measure'
import type { Measurement } from './measurement'
import { flatten, type ModelNode } from './model-tree'
import { isCardPlayed, Pace } from './pace'
import { type Axis, Section } from './section'
import type { ViewName } from './viewpoint'

export interface Heard {
  onPick: (id: number | null) => void
  /** What can be told of the places clicked last. */
  onMeasure: (measurements: readonly Measurement[]) => void
  /** Where one stands now, and on which side, when one has moved by hand. */
  onMoved: (viewpoint: string, side: ViewName | null) => void
}

const CLICK_PX = 4
const SMOOTH = 1.25

export class ModelScene {
  readonly scene = new Scene()
  private readonly renderer: WebGLRenderer
  readonly box = new Box3()
  private readonly eye: Eye
  private readonly coats = new Coats((paint) => this.section?.adopt(paint))
  private readonly idOf = new Map<Object3D, number>()
  private readonly sized: ResizeObserver
  nodeOf: readonly Object3D[] = []
  private section: Section | null = null
  private instances: Instances | null = null
  private edges: ReadonlyMap<BufferGeometry, BufferGeometry> = new Map()
  private isMoved = true
  explosion: Explosion | null = null
  private readonly measure: Measure
  private readonly pace: Pace
  private frame = 0
  private pressed = new Vector2()
  isMeasuring = false

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly heard: Heard,
  ) {
    const isSoftware = isCardPlayed()
    this.pace = new Pace(isSoftware, () => this.later())
    // A card that is played smooths edges by more points instead, which costs it less.
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: !isSoftware,
      alpha: true,
      stencil: true,
    })
    this.renderer.localClippingEnabled = true
    this.eye = new Eye(canvas, this.box)
    const { controls } = this.eye
    let before = ''
    controls.addEventListener('start', () => {
      before = this.viewpoint()
      this.pace.hold(true)
    })
    controls.addEventListener('change', () => this.draw())
    controls.addEventListener('end', () => {
      this.pace.hold(false)
      // A mere click ends here too.
      const now = this.viewpoint()
      if (now !== before) heard.onMoved(now, this.eye.side())
    })
    this.measure = new Measure(this.scene)
    lightUp(this.scene, this.eye.camera)
    canvas.addEventListener('pointerdown', this.press)
    canvas.addEventListener('pointerup', this.release)
    this.sized = new ResizeObserver(() => this.resize())
    this.sized.observe(canvas.parentElement ?? canvas)
  }

  /** Shows a model, and answers its tree. */
  show(scene: Object3D): ModelNode[] {
    const [only, ...more] = scene.children
    const root = scene.userData.name === undefined && only && !more.length ? only : scene
    const { nodes, nodeOf } = flatten<Object3D>(root)
    this.nodeOf = nodeOf
    for (const [id, node] of nodeOf.entries()) node.traverse((one) => this.idOf.set(one, id))
    this.scene.add(scene)
    scene.updateWorldMatrix(true, true)
    this.box.setFromObject(scene)
    this.coats.take(scene)
    const meshes = [...this.coats.meshes()]
    const instances = new Instances(this.scene, meshes)
    this.instances = instances
    this.pace.weigh(meshes.reduce((sum, { geometry }) => sum + trianglesOf(geometry), 0))
    this.edges = edgesOf(meshes, (mesh) => instances.has(mesh))
    this.section = new Section(this.scene, meshes, this.box, [...this.coats.all()])
    this.explosion = new Explosion(this.nodeOf)
    this.look('iso')
    return nodes
  }

  /** Paints each node in its colour; null gives all their own back. */
  paint(colours: ReadonlyMap<number, string> | null, isOfChange = false): void {
    this.coats.paint((mesh) => colours?.get(this.idOf.get(mesh) ?? -1), isOfChange)
    this.redraw()
  }

  /** What the nodes carry besides their names. */
  get marks(): readonly Readonly<Record<string, unknown>>[] {
    return this.nodeOf.map((node) => node.userData)
  }

  look(view: ViewName): void {
    this.eye.look(view, shownBox(this.coats.meshes()))
    this.draw()
  }

  viewpoint(): string {
    return this.eye.viewpoint()
  }

  stand(viewpoint: string | undefined): void {
    this.eye.stand(viewpoint)
    this.draw()
  }

  /** All that is shown fills the picture, seen from where one stands. */
  fit(): void {
    const box = shownBox(this.coats.meshes())
    if (box.isEmpty()) return
    this.eye.fit(box)
    this.draw()
  }

  pick(id: number | null): void {
    this.coats.pick(id === null ? null : (this.nodeOf[id] ?? null))
    this.redraw()
  }

  hide(hidden: ReadonlySet<number>): void {
    for (const [id, node] of this.nodeOf.entries()) node.visible = !hidden.has(id)
    this.redraw()
  }

  /** Everything but the picked part can be seen through. */
  ghost(isOn: boolean): void {
    this.coats.ghost(isOn)
    this.draw()
  }

  cut(axis: Axis | null, share: number, isFlipped: boolean): void {
    this.section?.set(axis, share, isFlipped)
    this.draw()
  }

  /** Pulled apart, the parts stay within the picture as they were. */
  explode(share: number): void {
    const before = shownBox(this.coats.meshes())
    this.explosion?.set(share)
    this.eye.follow(before, shownBox(this.coats.meshes()))
    this.redraw()
  }

  clearMeasure(): void {
    this.measure.clear()
    this.draw()
  }

  private readonly press = (event: PointerEvent) => {
    this.pressed.set(event.clientX, event.clientY)
  }

  private readonly release = (event: PointerEvent) => {
    if (event.button !== 0) return
    if (this.pressed.distanceTo(new Vector2(event.clientX, event.clientY)) > CLICK_PX) return
    const hit = this.hitAt(event)
    if (!this.isMeasuring) return this.heard.onPick((hit && this.idOf.get(hit.object)) ?? null)
    const { canvas, edges } = this
    const { camera } = this.eye
    if (hit) this.heard.onMeasure(this.measure.add({ hit, camera, canvas, edges }))
    this.draw()
  }

  private hitAt(event: PointerEvent) {
    const meshes = [...this.coats.meshes()].filter(isShown)
    return this.eye
      .rayAt(event)
      .intersectObjects(meshes, false)
      .find(({ point }) => this.section?.keeps(point) ?? true)
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement ?? this.canvas
    if (width === 0 || height === 0) return
    this.renderer.setPixelRatio(this.ratio())
    this.renderer.setSize(width, height, false)
    this.eye.widen(width / height)
    // A canvas of another size is empty, and would be seen so until the next frame.
    this.render()
  }

  /** Once a frame at most, and only where something changed. */
  draw(): void {
    this.pace.move()
    this.later()
  }

  private later(): void {
    if (this.frame) return
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      this.render()
    })
  }

  /** As `draw`, where parts are elsewhere, hidden or of another colour. */
  private redraw(): void {
    this.isMoved = true
    this.draw()
  }

  /** Points of the picture for each of the page. */
  private ratio(): number {
    const whole = Math.min(window.devicePixelRatio, 2)
    const { isSoftware, isQuick } = this.pace
    return isSoftware ? (isQuick ? 0.75 : Math.max(whole, SMOOTH)) : whole
  }

  private render(): void {
    if (!this.instances) return
    if (this.isMoved) {
      this.instances.refresh(this.edges)
      this.section?.refresh()
      this.isMoved = false
    }
    const { isQuick } = this.pace
    const ratio = this.ratio()
    if (this.renderer.getPixelRatio() !== ratio) this.renderer.setPixelRatio(ratio)
    this.instances.level(isQuick)
    EDGE.visible = !isQuick
    this.renderer.render(this.scene, this.eye.camera)
    EDGE.visible = true
  }

  dispose(): void {
    cancelAnimationFrame(this.frame)
    this.pace.dispose()
    this.sized.disconnect()
    this.eye.controls.dispose()
    this.section?.dispose()
    // What all scenes share is told too, else it would keep each scene's renderer.
    for (const one of [...this.coats.all(), EDGE]) one.dispose()
    this.instances?.dispose()
    for (const edges of this.edges.values()) edges.dispose()
    for (const mesh of this.coats.meshes()) {
      coarseOf(mesh.geometry)?.dispose()
      mesh.geometry.dispose()
      for (const child of mesh.children) if ('geometry' in child) (child as Mesh).geometry.dispose()
    }
    this.renderer.dispose()
    this.renderer.forceContextLoss()
  }
}
