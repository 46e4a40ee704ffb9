/** What became of an item on main since the change began on it. */

import { Link } from '@tanstack/react-router'
import type { Difference } from '../api/changes'
import type { ChangeOrder } from '../api/types'
import styles from './changes.module.css'
import { wentOn } from './labels'
import { t } from './texts'

export function MainTags({ order, item }: { order: ChangeOrder; item: Difference }) {
  // After the end of a change, main goes its own way.
  if (order.closedAt !== null) return null
  if (item.isGoneFromMain) return <span className={styles.tag}>{t('goneFromMain')}</span>
  const revision = wentOn(item)
  if (!revision) return null
  return (
    <Link to="." search={{ tab: 'conflicts' }} className={styles.tag}>
      {t('movedOn', { revision })}
    </Link>
  )
}
