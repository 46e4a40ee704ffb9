/** Whether what is waited for has been drawn, for what is to be asked for and drawn behind it. */

import { useEffect, useState } from 'react'

/** Where nobody looks, frames are not drawn. */
const AT_MOST_MS = 300

/** `isShown` says that it is there now; what is there from the start needs no waiting. */
export function usePainted(isShown: boolean): boolean {
  const [isPainted, setPainted] = useState(isShown)
  useEffect(() => {
    if (!isShown || isPainted) return
    let timer = setTimeout(setPainted, AT_MOST_MS, true)
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer)
      timer = setTimeout(setPainted, 0, true)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isShown, isPainted])
  return isPainted
}
