import { type UIEvent, useEffect, useLayoutEffect, useRef } from 'react'

/** How near the end one must be for what comes to be followed. */
const NEAR = 80

/**
 * A box that stays at its end while it grows, and while what stands below it takes of its height,
 * until a person scrolls up.
 */
export function useFollowedEnd(content: unknown) {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useRef(true)
  const top = useRef(0)
  const follow = () => {
    if (isNear.current) box.current?.scrollTo({ top: box.current.scrollHeight })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what comes
  useLayoutEffect(follow, [content])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads what it needs by reference
  useEffect(() => {
    const observer = new ResizeObserver(follow)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const onScroll = ({ currentTarget: at }: UIEvent<HTMLDivElement>) => {
    // What came between a scroll and its event is no reason to stop: only a way up is.
    if (at.scrollHeight - at.scrollTop - at.clientHeight < NEAR) isNear.current = true
    else if (at.scrollTop < top.current) isNear.current = false
    top.current = at.scrollTop
  }
  return { box, onScroll }
}
