/** Light from over one's shoulder, and from the sky. */

import { type Camera, DirectionalLight, HemisphereLight, type Scene } from 'three'

export function lightUp(scene: Scene, camera: Camera): void {
  const light = new DirectionalLight('#ffffff', 2)
  light.position.set(0.4, 0.6, 1)
  camera.add(light)
  scene.add(camera, new HemisphereLight('#ffffff', '#8a9499', 1.6))
}
