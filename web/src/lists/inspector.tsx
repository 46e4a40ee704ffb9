/** The row under the cursor, beside the list. */

import { Link } from '@tanstack/react-router'
import { ExternalLink, X } from 'lucide-react'
import { buttonClass, IconButton } from '../kit/button'
import type { ListDefinition } from './definition'
import styles from './list.module.css'
import { t } from './texts'

interface InspectorProps<Row> {
  list: ListDefinition<Row>
  row: Row
  onClose: () => void
}

export function Inspector<Row>({ list, row, onClose }: InspectorProps<Row>) {
  return (
    <aside className={styles.inspector} aria-label={t('inspector')}>
      <header>
        <h2>{t('inspector')}</h2>
        <Link to={list.addressOf(row)} className={buttonClass({ kind: 'quiet' })}>
          <ExternalLink size={14} />
          {t('openPage')}
        </Link>
        <IconButton icon={X} label={t('closeInspector')} onClick={onClose} />
      </header>
      {list.inspect?.(row)}
    </aside>
  )
}
