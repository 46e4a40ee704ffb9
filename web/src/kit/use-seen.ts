/** Whether something has come into sight, for what is worked out or drawn only then. */

import { useEffect, useRef, useState } from 'react'

/** For its `ref`, and whether it was in sight; `margin` is how far off it may still be, `isAt` that it is there already. */
export function useSeen(margin = '0px', isAt = false) {
  const box = useRef<HTMLElement>(null)
  const [isSeen, see] = useState(isAt)
  useEffect(() => {
    const element = box.current
    if (!element || isSeen) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && see(true),
      { rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isSeen, margin])
  return [box, isSeen] as const
}
