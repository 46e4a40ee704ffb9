/** Opens the change of all items selected. */

import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import type { Context, ItemType } from '../api/items'
import { late } from '../forms/late'
import { Button } from '../kit/button'
import type { Selection } from '../lists/definition'
import type { AnyItem } from './fields'
import { t } from './texts'

const BulkEditDialog = late(async () => (await import('./bulk-edit-dialog')).BulkEditDialog)

/** The server's limit for one change. */
const MOST_ITEMS = 500

interface BulkEditButtonProps {
  type: ItemType
  selection: Selection<AnyItem>
  context: Context
  /** Why the reader may change none of them. */
  refusal: string | null
}

export function BulkEditButton({ type, selection, context, refusal }: BulkEditButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const tooMany = selection.rows.length > MOST_ITEMS ? t('tooManyItems') : null
  return (
    <>
      <Button icon={PencilLine} reason={refusal ?? tooMany} onClick={() => setOpen(true)}>
        {t('bulkEdit')}
      </Button>
      {isOpen && (
        <BulkEditDialog
          type={type}
          items={selection.rows}
          context={context}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            selection.clear()
          }}
        />
      )}
    </>
  )
}
