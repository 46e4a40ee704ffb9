/** Draws what another version had into a model's picture, as long as its changes are looked at. */

import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ModelScene } from './model-scene'
import { Past, type PastSource } from './past'

export function usePast(
  scene: RefObject<ModelScene | null>,
  source: PastSource | undefined,
  isShown: boolean,
  isStanding: boolean,
  /** Whether the address says where one stands, so that the whole is not brought into sight. */
  isPlaced: boolean,
): Past | null {
  const [there, setThere] = useState<Past | null>(null)
  const placed = useRef(isPlaced)
  placed.current = isPlaced
  useEffect(() => {
    const view = scene.current
    if (!source || !isShown || !isStanding || !view) return
    const leaving = new AbortController()
    let made: Past | null = null
    source
      .load(leaving.signal)
      .then((model) => {
        if (leaving.signal.aborted) return
        made = new Past(view, model, source)
        setThere(made)
        if (placed.current) view.draw()
        else view.look('iso')
      })
      // The model itself is there: what was before is told in words beside it.
      .catch(() => {})
    return () => {
      leaving.abort()
      made?.dispose()
      setThere(null)
    }
  }, [scene, source, isStanding, isShown])
  return there
}
