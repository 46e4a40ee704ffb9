/** Puts a variant in the place of its family: the line keeps its quantity and its find number. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { variantsQuery } from '../api/variants'
import { Dialog, DialogBody } from '../kit/dialog'
import { QueryError } from '../records/query-error'
import { ChoiceField } from './choice-field'
import { valuesOf } from './edits'
import type { Shared } from './structure-bar'
import { t } from './texts'

const OFFERED = 50

export function VariantDialog({
  cursor,
  editing,
  context,
  onClose,
}: Shared & { onClose: () => void }) {
  const [text, setText] = useState('')
  const relation = cursor.line?.relation
  const found = useQuery({
    ...variantsQuery(relation?.item.id ?? '', context),
    enabled: relation !== undefined,
  })
  const { variants = [], attributes = [] } = found.data?.record ?? {}
  const wanted = text.trim().toLowerCase()
  const fitting = variants.filter((one) =>
    [one.itemNumber, one.name, ...Object.values(one.attributes)]
      .join(' ')
      .toLowerCase()
      .includes(wanted),
  )
  const choose = (id: string) => {
    const variant = variants.find((one) => one.id === id)
    if (!relation || !variant) return
    const { itemNumber, name, revision, state } = variant
    const item = { id, itemNumber, name, revision, state, type: relation.item.type }
    editing.add([{ do: 'set', id: relation.id, values: { item }, seen: valuesOf(relation) }])
    onClose()
  }
  return (
    <Dialog title={`${t('chooseVariant')}: ${relation?.item.itemNumber ?? ''}`} onClose={onClose}>
      <DialogBody>
        {found.error && <QueryError error={found.error} onRetry={() => void found.refetch()} />}
        <form style={{ display: 'contents' }} onSubmit={(event) => event.preventDefault()}>
          <ChoiceField
            label={t('chooseVariant')}
            placeholder={t('chooseVariant')}
            text={text}
            onText={setText}
            isWaiting={found.isPending}
            empty={t('noMatch', { text })}
            choices={fitting.slice(0, OFFERED).map((one) => ({
              id: one.id,
              code: one.itemNumber,
              label: one.name,
              note: attributes.map((name) => one.attributes[name]).join('; '),
            }))}
            onChoose={choose}
          />
        </form>
      </DialogBody>
    </Dialog>
  )
}
