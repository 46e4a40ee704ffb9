/** Pins a record to the menu at the left. */

import { Star } from 'lucide-react'
import { type Mark, useChangePreferences, useStars, withStar } from '../api/preferences'
import { IconButton } from '../kit/button'
import styles from './records.module.css'
import { t } from './texts'

export function StarButton({ mark }: { mark: Mark }) {
  const isOn = useStars().some((star) => star.address === mark.address)
  const change = useChangePreferences()
  return (
    <IconButton
      icon={Star}
      label={isOn ? t('unpin') : t('pin')}
      aria-pressed={isOn}
      className={isOn ? styles.starred : undefined}
      onClick={() => change.mutate((now) => withStar(now, mark, !isOn))}
    />
  )
}
