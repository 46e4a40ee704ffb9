/** Moves lines below another item of the structure: the way without dragging. */

import { useState } from 'react'
import { Dialog, DialogBody } from '../kit/dialog'
import { wordOf } from '../kit/i18n'
import { ChoiceField } from './choice-field'
import { lineLabel } from './lines'
import type { Shared } from './structure-bar'
import { t } from './texts'
import { moveRefusal, useDeeds } from './use-deeds'

const OFFERED = 12

export function MoveDialog(props: Shared & { onClose: () => void }) {
  const { cursor, editing, onClose } = props
  const deeds = useDeeds(props)
  const [text, setText] = useState('')
  const chosen = cursor.chosen()
  const names = chosen.map(lineLabel)
  const wanted = text.trim().toLowerCase()
  const targets = targetsOf(props).filter(
    (item) =>
      `${item.itemNumber} ${item.name}`.toLowerCase().includes(wanted) &&
      chosen.every(
        ({ relation }) =>
          relation.parentId !== item.id && moveRefusal({ editing }, relation, item.id) === null,
      ),
  )
  return (
    <Dialog
      title={t('moveTitle', { count: chosen.length, name: names[0] ?? '' })}
      onClose={onClose}
    >
      <DialogBody>
        <p className="muted">{t('moveNote')}</p>
        <form style={{ display: 'contents' }} onSubmit={(event) => event.preventDefault()}>
          <ChoiceField
            label={t('moveTarget')}
            placeholder={t('moveTarget')}
            text={text}
            onText={setText}
            empty={t('noTarget')}
            choices={targets.slice(0, OFFERED).map((item) => ({
              id: item.id,
              code: item.itemNumber,
              label: item.name,
              note: wordOf(item.state),
            }))}
            onChoose={(id) => {
              if (deeds.moveTo(chosen, id)) onClose()
            }}
          />
        </form>
      </DialogBody>
    </Dialog>
  )
}

/** Assemblies first: what has lines already is what is looked for. */
function targetsOf({ editing, lines }: Shared) {
  const { structure } = editing.pending
  const items = new Map([[structure.top.id, structure.top]])
  for (const line of lines)
    if (line.mark !== 'removed') items.set(line.relation.item.id, line.relation.item)
  const isAssembly = (id: string) => Number(structure.below.has(id))
  return [...items.values()].sort((one, other) => isAssembly(other.id) - isAssembly(one.id))
}
