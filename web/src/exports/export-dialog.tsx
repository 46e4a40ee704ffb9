/** Saves the structure of an item as a workbook, a CSV file or a PDF document. */

import { useState } from 'react'
import { type BomFormat, type BomWish, downloadBom } from '../api/exports'
import type { Context } from '../api/items'
import { keys } from '../api/keys'
import { createView } from '../api/views'
import { useWrite } from '../api/write'
import { FormDialog } from '../kit/dialog'
import { SelectField, TextField } from '../kit/field'
import { ColumnChoices, SavedColumns } from './column-choices'
import { AT_FIRST } from './columns'
import styles from './exports.module.css'
import { t } from './texts'

export interface Exported {
  item: { id: string; itemNumber: string }
  context: Context
  onClose: () => void
}

const FORMATS: readonly BomFormat[] = ['xlsx', 'csv', 'pdf']

export function ExportDialog({ item, context, onClose }: Exported) {
  const [columns, setColumns] = useState<readonly string[]>(AT_FIRST)
  const send = useWrite({
    send: async ({ wish, name }: { wish: BomWish; name: string }, headers) => {
      await downloadBom(item.id, wish, context)
      const view = { name, page: 'bom', query: '', columns: [...wish.columns], isShared: false }
      if (name) await createView(view, headers)
    },
    changes: [keys.views],
    onDone: onClose,
  })
  const submit = (form: FormData) => {
    const wish: BomWish = {
      format: form.get('format') as BomFormat,
      flat: form.get('layout') === 'flat',
      order: form.get('order') === 'source' ? 'source' : 'findNumber',
      columns,
      omitEmpty: columns === AT_FIRST,
    }
    send.mutate({ wish, name: String(form.get('viewName') ?? '').trim() })
  }
  return (
    <FormDialog
      title={t('exportTitle', { number: item.itemNumber })}
      action={t('exportAction')}
      isBusy={send.isPending}
      reason={columns.length === 0 ? t('noColumn') : null}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={styles.pair}>
        <SelectField
          label={t('format')}
          name="format"
          choices={FORMATS.map((value) => ({ value, label: t(`format_${value}`) }))}
        />
        <SelectField
          label={t('layout')}
          name="layout"
          choices={[
            { value: 'tree', label: t('asTree') },
            { value: 'flat', label: t('asList') },
          ]}
        />
        <SelectField
          label={t('order')}
          name="order"
          choices={[
            { value: 'findNumber', label: t('byFind') },
            { value: 'source', label: t('asMade') },
          ]}
        />
      </div>
      <SavedColumns onColumns={setColumns} />
      <ColumnChoices columns={columns} onColumns={setColumns} />
      <TextField
        label={t('keepColumns')}
        hint={t('keepColumnsHint')}
        name="viewName"
        maxLength={200}
      />
    </FormDialog>
  )
}
