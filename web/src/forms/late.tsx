/** What comes when it is opened; where it cannot come, that is said, and the page around it stays. */

import { onlineManager } from '@tanstack/react-query'
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { buildOfServer, reload } from '../api/build'
import { Problem } from '../api/problem'
import { tellProblem } from '../api/tell'
import { Dialog } from '../kit/dialog'
import { keepEarlyKeys } from '../kit/early-keys'
import { ErrorState } from '../kit/states'
import { t } from './texts'

/** Asked for once more at each opening until it comes; what fails behind `lazy` fails for ever. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, as `lazy` is
  return function Late(props: Props) {
    const [Shown, show] = useState(() => loaded)
    const [isMissing, miss] = useState(false)
    const isLeft = useRef(false)
    const close = 'onClose' in props ? (props.onClose as () => void) : undefined
    const come = (Component: ComponentType<Props>) => {
      loaded = Component
      show(() => Component)
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
    useEffect(() => {
      isLeft.current = false
      const stayAway = async () => {
        const isThere = onlineManager.isOnline() && (await buildOfServer())
        if (isLeft.current || !close) return
        if (isThere) return miss(true)
        tellProblem(Problem.offline())
        close()
      }
      // Browsers remember of what did not come that it does not: better not to ask in vain.
      if (!loaded && onlineManager.isOnline()) load().then(come, stayAway)
      else if (!loaded) void stayAway()
      return () => {
        isLeft.current = true
      }
    }, [])
    const isWaiting = !Shown && !isMissing
    // biome-ignore lint/correctness/useExhaustiveDependencies: while it comes, whatever is drawn
    useLayoutEffect(() => (isWaiting ? keepEarlyKeys(close) : undefined), [isWaiting])
    if (Shown) return <Shown {...props} />
    // Some browsers ask for it once more; with the others the whole page has to come anew.
    const retry = () => void load().then(come, () => isLeft.current || reload())
    return isMissing && close ? (
      <Dialog title={t('missing')} onClose={close}>
        <ErrorState message={t('missingNote')} onRetry={retry} />
      </Dialog>
    ) : null
  }
}
