/** A model on a canvas: seen from any side, cut, pulled apart, measured; knows nothing of React. */

import {
  Box3,
  type BufferGeometry,
  Color,
  type Material,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  PerspectiveCamera,
  Raycaster,
  Scene,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'
import { EDGE, edgesOf } from './edges'
import { Explosion } from './explosion'
import { Instances, isShown, see } from './instances'
import { lightUp } from './lights'
import { Measure } from './measure'
import type { Measurement } from './measurement'
import { flatten, type ModelNode } from './model-tree'
import { type Axis, Section } from './section'
import { DIRECTIONS, readViewpoint, type ViewName, writeViewpoint } from './viewpoint'

export interface Heard {
  onPick: (id: number | null) => void
  /** What can be told of the places clicked last. */
  onMeasure: (measurements: readonly Measurement[]) => void
  /** Where one stands now, when a turn by hand has ended. */
  onTurned: (viewpoint: string) => void
}

const PICKED = new MeshStandardMaterial({ color: new Color('#1796a8'), roughness: 0.6 })
const CLICK_PX = 4

export class ModelScene {
  readonly scene = new Scene()
  private readonly camera = new PerspectiveCamera(35, 1, 0.001, 1000)
  private readonly renderer: WebGLRenderer
  private readonly controls: OrbitControls
  readonly box = new Box3()
  private readonly materials = new Map<Mesh, Material | Material[]>()
  private readonly idOf = new Map<Object3D, number>()
  private readonly sized: ResizeObserver
  private nodeOf: Object3D[] = []
  private section: Section | null = null
  private instances: Instances | null = null
  private edges: ReadonlyMap<BufferGeometry, BufferGeometry> = new Map()
  private isMoved = true
  private explosion: Explosion | null = null
  private readonly measure: Measure
  private own: ReadonlyMap<Mesh, Material | Material[]> = new Map()
  private readonly paints = new Map<string, Material>()
  private picked: number | null = null
  private isGhost = false
  private frame = 0
  private pressed = new Vector2()
  isMeasuring = false

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly heard: Heard,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, stencil: true })
    this.renderer.outputColorSpace = SRGBColorSpace
    this.renderer.localClippingEnabled = true
    this.controls = new OrbitControls(this.camera, canvas)
    this.controls.addEventListener('change', () => this.draw())
    this.controls.addEventListener('end', () => heard.onTurned(this.viewpoint()))
    this.measure = new Measure(this.scene)
    lightUp(this.scene, this.camera)
    canvas.addEventListener('pointerdown', this.press)
    canvas.addEventListener('pointerup', this.release)
    this.sized = new ResizeObserver(() => this.resize())
    this.sized.observe(canvas.parentElement ?? canvas)
  }

  /** Shows a model, and answers its tree. */
  show(scene: Object3D): ModelNode[] {
    const only = scene.children.length === 1 ? scene.children[0] : undefined
    const root = scene.userData.name === undefined ? (only ?? scene) : scene
    const { nodes, nodeOf } = flatten<Object3D>(root)
    this.nodeOf = nodeOf
    for (const [id, node] of nodeOf.entries()) node.traverse((one) => this.idOf.set(one, id))
    this.scene.add(scene)
    scene.updateWorldMatrix(true, true)
    this.box.setFromObject(scene)
    scene.traverse((one) => one instanceof Mesh && this.materials.set(one, one.material))
    const meshes = [...this.materials.keys()]
    const instances = new Instances(this.scene, meshes)
    this.instances = instances
    this.edges = edgesOf(meshes, (mesh) => instances.has(mesh))
    this.own = new Map(this.materials)
    const materials = [...new Set([...this.materials.values()].flat())]
    this.section = new Section(this.scene, meshes, this.box, [...materials, PICKED])
    this.explosion = new Explosion(this.nodeOf)
    this.look('iso')
    return nodes
  }

  /** Paints each node in its colour; null gives all their own back. */
  paint(colours: ReadonlyMap<number, string> | null): void {
    for (const [mesh, own] of this.own) {
      const colour = colours?.get(this.idOf.get(mesh) ?? -1)
      this.materials.set(mesh, colour ? this.paintOf(colour) : own)
    }
    this.pick(this.picked)
  }

  private paintOf(colour: string): Material {
    let paint = this.paints.get(colour)
    if (!paint) {
      paint = new MeshStandardMaterial({ color: new Color(colour), roughness: 0.75 })
      this.paints.set(colour, paint)
      this.section?.adopt(paint)
    }
    see(paint, this.isGhost)
    return paint
  }

  /** What the nodes carry besides their names. */
  get marks(): readonly Readonly<Record<string, unknown>>[] {
    return this.nodeOf.map((node) => node.userData)
  }

  look(view: ViewName): void {
    const center = this.box.getCenter(new Vector3())
    const reach = this.reach() * 2.1
    const [x, y, z] = DIRECTIONS[view]
    this.camera.position.copy(new Vector3(x, y, z).normalize().multiplyScalar(reach).add(center))
    this.aim(center)
  }

  /** Where the camera stands and what it looks at, for an address. */
  viewpoint(): string {
    return writeViewpoint([...this.camera.position, ...this.controls.target])
  }

  /** Back to a viewpoint; one that makes no sense changes nothing. */
  stand(viewpoint: string | undefined): void {
    const [x, y, z, ...target] = readViewpoint(viewpoint) ?? []
    if (x === undefined || y === undefined || z === undefined) return
    this.camera.position.set(x, y, z)
    this.aim(new Vector3(...target))
  }

  /** All that is shown fills the picture, seen from where one stands. */
  fit(): void {
    const box = new Box3()
    for (const mesh of this.materials.keys()) if (isShown(mesh)) box.expandByObject(mesh)
    if (box.isEmpty()) return
    const center = box.getCenter(new Vector3())
    const way = this.camera.position.clone().sub(this.controls.target).normalize()
    const reach = Math.max(box.getSize(new Vector3()).length(), 1e-6)
    this.camera.position.copy(way.multiplyScalar(reach * 1.7).add(center))
    this.aim(center)
  }

  private aim(center: Vector3): void {
    this.camera.near = this.reach() / 500
    this.camera.far = this.reach() * 100
    this.camera.updateProjectionMatrix()
    this.controls.target.copy(center)
    this.controls.update()
    this.draw()
  }

  private reach(): number {
    return Math.max(this.box.getSize(new Vector3()).length(), 1e-6)
  }

  pick(id: number | null): void {
    this.picked = id
    const own = id === null ? null : this.nodeOf[id]
    for (const [mesh, material] of this.materials) mesh.material = material
    own?.traverse((one) => {
      if (one instanceof Mesh && this.materials.has(one)) one.material = PICKED
    })
    this.redraw()
  }

  /** The nodes of the set are not drawn, with all below them. */
  hide(hidden: ReadonlySet<number>): void {
    for (const [id, node] of this.nodeOf.entries()) node.visible = !hidden.has(id)
    this.redraw()
  }

  /** Everything but the picked part can be seen through. */
  ghost(isOn: boolean): void {
    this.isGhost = isOn
    for (const material of this.allMaterials()) see(material, isOn)
    this.draw()
  }

  private allMaterials(): ReadonlySet<Material> {
    return new Set([...[...this.own.values()].flat(), ...this.paints.values()])
  }

  cut(axis: Axis | null, share: number): void {
    this.section?.set(axis, share)
    this.draw()
  }

  explode(share: number): void {
    this.explosion?.set(share)
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
    if (!this.isMeasuring)
      return this.heard.onPick(hit ? (this.idOf.get(hit.object) ?? null) : null)
    const { camera, canvas, edges } = this
    if (hit) this.heard.onMeasure(this.measure.add({ hit, camera, canvas, edges }))
    this.draw()
  }

  private hitAt(event: PointerEvent) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect()
    const x = ((event.clientX - left) / width) * 2 - 1
    const y = 1 - ((event.clientY - top) / height) * 2
    const ray = new Raycaster()
    ray.layers.enableAll()
    ray.setFromCamera(new Vector2(x, y), this.camera)
    const meshes = [...this.materials.keys()].filter(isShown)
    const hits = ray.intersectObjects(meshes, false)
    return hits.find(({ point }) => this.section?.keeps(point) ?? true)
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement ?? this.canvas
    if (width === 0 || height === 0) return
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2))
    this.renderer.setSize(width, height, false)
    this.camera.aspect = width / height
    this.camera.updateProjectionMatrix()
    // A canvas of another size is empty, and would be seen so until the next frame.
    this.render()
  }

  /** Once a frame at most, and only where something changed. */
  draw(): void {
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

  private render(): void {
    if (this.isMoved && this.instances) {
      this.instances.refresh(this.edges)
      this.section?.refresh()
      this.isMoved = false
    }
    this.renderer.render(this.scene, this.camera)
  }

  dispose(): void {
    cancelAnimationFrame(this.frame)
    this.sized.disconnect()
    this.controls.dispose()
    this.section?.set(null, 0)
    this.section?.dispose()
    // What all scenes share is told too, else it would keep each scene's renderer.
    for (const one of [...this.allMaterials(), EDGE, PICKED]) one.dispose()
    this.instances?.dispose()
    for (const edges of this.edges.values()) edges.dispose()
    for (const mesh of this.materials.keys()) {
      mesh.geometry.dispose()
      for (const child of mesh.children) if ('geometry' in child) (child as Mesh).geometry.dispose()
    }
    this.renderer.dispose()
    this.renderer.forceContextLoss()
  }
}
