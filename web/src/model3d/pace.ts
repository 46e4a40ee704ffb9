/** When a model is drawn coarsely: while it moves, where a whole picture takes too long for that. */

/** Triangles that a graphics card draws while one turns a model. */
const MOST_MOVING = 2_000_000
/** How much slower a processor is that plays a graphics card. */
const SOFTWARE = 20
const REST_MS = 150
const PLAYED = /swiftshader|llvmpipe|softpipe|software|basic render/i

/** Whether the processor plays the graphics card, as far as the browser says. */
export function isPlayed(gl: Pick<WebGL2RenderingContext, 'getParameter' | 'getExtension'>) {
  const RENDERER = 0x1f01
  const told = String(gl.getParameter(RENDERER))
  if (PLAYED.test(told)) return true
  const masked = gl.getExtension('WEBGL_debug_renderer_info')
  return masked !== null && PLAYED.test(String(gl.getParameter(masked.UNMASKED_RENDERER_WEBGL)))
}

let known: boolean | undefined

/** The same of this browser, asked once. */
export function isCardPlayed(): boolean {
  if (known === undefined) {
    const gl = document.createElement('canvas').getContext('webgl2')
    known = gl !== null && isPlayed(gl)
    gl?.getExtension('WEBGL_lose_context')?.loseContext()
  }
  return known
}

export class Pace {
  private rest: ReturnType<typeof setTimeout> | undefined
  private isHeavy = false
  private isHeld = false
  isQuick = false

  constructor(
    readonly isSoftware: boolean,
    private readonly drawInFull: () => void,
  ) {}

  /** How many triangles a picture has from now on. */
  weigh(triangles: number): void {
    this.isHeavy = triangles * (this.isSoftware ? SOFTWARE : 1) > MOST_MOVING
  }

  /** Whether somebody has the model in hand; until they let go it is not drawn in full. */
  hold(isHeld: boolean): void {
    this.isHeld = isHeld
    if (this.isQuick) this.move()
  }

  /** Something is about to be drawn; in full once nothing more comes for a while. */
  move(): void {
    if (!this.isHeavy) return
    clearTimeout(this.rest)
    this.isQuick = true
    if (this.isHeld) return
    this.rest = setTimeout(() => {
      this.isQuick = false
      this.drawInFull()
    }, REST_MS)
  }

  dispose(): void {
    clearTimeout(this.rest)
  }
}
