/** Two people changed one field: both values side by side, and a choice. */

import { useQuery } from '@tanstack/react-query'
import { lastChangeQuery } from '../api/item-changes'
import { itemQuery } from '../api/items'
import { Button } from '../kit/button'
import { Dialog, DialogBody, DialogFoot } from '../kit/dialog'
import { formatDateTime } from '../kit/format'
import { fieldLabel, fieldText, type ItemField } from './fields'
import styles from './items.module.css'
import { t } from './texts'
import { useItemHere } from './use-item'

interface ConflictDialogProps {
  field: ItemField
  mine: string
  onClose: () => void
  onTakeMine: (etag: string | null) => void
}

export function ConflictDialog({ field, mine, onClose, onTakeMine }: ConflictDialogProps) {
  const { item, version } = useItemHere()
  const read = useQuery({ ...itemQuery(item.id, version.context), staleTime: 0 })
  const last = useQuery(lastChangeQuery(item.id, version.context))
  const now = read.data
  // Not what was known before the conflict, and without waiting for who it was.
  if (!now || !read.isFetchedAfterMount) return null
  const who = (!last.isFetching && last.data?.name) || ''
  const told = { who, name: item.name, when: formatDateTime(now.record.modifiedAt) }
  return (
    <Dialog title={t('conflict')} onClose={onClose}>
      <DialogBody>
        <p>{t(who ? 'conflictBy' : 'conflictNote', told)}</p>
        <div className={styles.both}>
          <div>
            <h3>{`${fieldLabel(field)}: ${t('yours')}`}</h3>
            <p>{mine || t('none')}</p>
          </div>
          <div>
            <h3>{`${fieldLabel(field)}: ${t('theirs')}`}</h3>
            <p>{fieldText(now.record, field) || t('none')}</p>
          </div>
        </div>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('keepTheirs')}</Button>
        <Button
          kind="primary"
          onClick={() => {
            onTakeMine(now.etag)
            onClose()
          }}
        >
          {t('takeMine')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
