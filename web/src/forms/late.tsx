/** What comes when it is opened; where it cannot come, that is said, and the page around it stays. */

import { onlineManager } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { Problem } from '../api/problem'
import { tellProblem } from '../api/tell'

/** Asked for once more at each opening until it comes; what fails behind `lazy` fails for ever. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, as `lazy` is
  return function Late(props: Props) {
    const [Shown, show] = useState(() => loaded)
    // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
    useEffect(() => {
      let isLeft = false
      const come = (Component: ComponentType<Props>) => {
        loaded = Component
        if (!isLeft) show(() => Component)
      }
      const stayAway = () => {
        if (isLeft || !('onClose' in props)) return
        tellProblem(Problem.offline())
        ;(props.onClose as () => void)()
      }
      // Browsers remember of what did not come that it does not: better not to ask in vain.
      if (!loaded && onlineManager.isOnline()) load().then(come, stayAway)
      else if (!loaded) stayAway()
      return () => {
        isLeft = true
      }
    }, [])
    return Shown ? <Shown {...props} /> : null
  }
}
