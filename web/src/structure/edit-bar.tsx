/** Adds lines by typing a number or a name, and moves or removes the chosen ones. */

import { FolderInput, ListTree, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { LineItem } from '../api/structure'
import { late } from '../forms/late'
import { Button } from '../kit/button'
import { START } from '../kit/grid/selection'
import { wordOf } from '../kit/i18n'
import { useShortcut } from '../kit/shortcuts'
import { notify } from '../kit/toast'
import { ChoiceField, type FieldChoice } from './choice-field'
import { nextFindNumber } from './deeds'
import { isAbove } from './edits'
import { keysAbove } from './lines'
import { newId } from './saving'
import styles from './structure.module.css'
import type { Shared } from './structure-bar'
import { t } from './texts'
import { useDeeds } from './use-deeds'
import { useParts } from './use-parts'

const MoveDialog = late(async () => (await import('./move-dialog')).MoveDialog)

const VariantDialog = late(async () => (await import('./variant-dialog')).VariantDialog)

export function EditBar(props: Shared) {
  const { cursor } = props
  const deeds = useDeeds(props)
  const [isMoving, setMoving] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const none = cursor.line ? null : t('chooseLine')
  useShortcut('m', t('moveTo'), () => none === null && setMoving(true))
  return (
    <div className={styles.edit} role="toolbar" aria-label={t('edit')}>
      <AddLine {...props} />
      <Button icon={FolderInput} reason={none} shortcut="M" onClick={() => setMoving(true)}>
        {t('moveTo')}
      </Button>
      <Button icon={Trash2} reason={none} shortcut="Del" onClick={deeds.remove}>
        {t('remove')}
      </Button>
      {cursor.line?.relation.item.isFamily && cursor.line.mark !== 'removed' && (
        <Button
          icon={ListTree}
          reason={cursor.line.mark === 'moved' ? t('saveFirst') : null}
          onClick={() => setChoosing(true)}
        >
          {t('chooseVariant')}
        </Button>
      )}
      {isChoosing && <VariantDialog {...props} onClose={() => setChoosing(false)} />}
      {isMoving && <MoveDialog {...props} onClose={() => setMoving(false)} />}
    </div>
  )
}

/** The items that a new line may belong to: from the top down to the one with the cursor. */
function parentsOf({ lines, cursor, editing }: Shared): LineItem[] {
  const { structure } = editing.pending
  const { key } = cursor.line ?? { key: '' }
  const wanted = new Set([...keysAbove(key), key])
  const chain = lines
    .filter((line) => wanted.has(line.key) && line.mark !== 'removed')
    .map((line) => line.relation.item)
  return [structure.top, ...chain]
}

/** An assembly that the cursor was put on takes the line, else the assembly that the cursor is in. */
function usualParent(parents: readonly LineItem[], { editing, cursor }: Shared): string {
  if (cursor.state === START) return parents[0]?.id ?? ''
  const last = parents.at(-1)
  const isAssembly = last && editing.pending.structure.below.has(last.id)
  return (isAssembly ? last : (parents.at(-2) ?? parents[0]))?.id ?? ''
}

function AddLine(props: Shared) {
  const { editing, cursor, reasonFor, context } = props
  const [text, setText] = useState('')
  const [kept, keep] = useState<string | null>(null)
  const [last, setLast] = useState<{ relationId: string; parentId: string } | null>(null)
  const box = useRef<HTMLSpanElement>(null)
  useShortcut('a', t('addLine'), () => box.current?.querySelector('input')?.focus())
  const parents = parentsOf(props)
  // Line after line goes into the same assembly, also below one that holds lines itself.
  const isAfterLast = last !== null && cursor.line?.relation.id === last.relationId
  const chosen = kept ?? (isAfterLast ? last.parentId : usualParent(parents, props))
  const parent = parents.find((one) => one.id === chosen) ?? parents[0]
  const { found, isWaiting } = useParts(text, context)
  const add = (item: LineItem) => {
    const { structure, marks } = editing.pending
    const siblings = structure.below.get(chosen) ?? []
    const reason = parent ? reasonFor(parent) : null
    const isThere = siblings.some(
      (one) => one.item.id === item.id && marks.get(one.id) !== 'removed',
    )
    const name = item.itemNumber || item.name
    const refusal =
      reason ??
      (isThere ? t('standsThere', { number: name }) : null) ??
      (isAbove(structure, item.id, chosen) ? t('belowItself', { number: name }) : null)
    if (refusal || !parent) return notify({ kind: 'bad', text: refusal ?? '' })
    const relation = {
      id: newId(),
      parentId: parent.id,
      item,
      quantity: 1,
      findNumber: nextFindNumber(siblings),
      referenceDesignator: null,
    }
    cursor.follow(relation.id)
    setLast({ relationId: relation.id, parentId: parent.id })
    editing.add([{ do: 'add', relation }])
    setText('')
  }
  return (
    <span ref={box} className={styles.adding}>
      <label>
        <span>{t('addTo')}</span>
        <select value={parent?.id} onChange={(event) => keep(event.target.value)}>
          {parents.map((one) => (
            <option key={one.id} value={one.id}>
              {one.itemNumber || one.name}
            </option>
          ))}
        </select>
      </label>
      <ChoiceField
        label={t('addLine')}
        placeholder={t('addLineHint')}
        text={text}
        onText={setText}
        isWaiting={isWaiting}
        choices={choicesOf(text, found, isWaiting)}
        onChoose={(id) => add(found.find((item) => item.id === id) ?? newPart(id, text.trim()))}
      />
    </span>
  )
}

const NAMED = 'named'
const NUMBERED = 'numbered'

function newPart(way: string, text: string): LineItem {
  const bare = { id: newId(), revision: '-', type: 'Part', state: 'Draft', isNew: true }
  if (way === NUMBERED) return { ...bare, itemNumber: '', name: text, wantedNumber: text }
  return { ...bare, itemNumber: '', name: text }
}

/** What was found, and the part that does not exist yet. */
function choicesOf(text: string, found: readonly LineItem[], isWaiting: boolean): FieldChoice[] {
  const wanted = text.trim()
  if (wanted === '') return []
  const known = found.map((item) => ({
    id: item.id,
    code: item.itemNumber,
    label: item.name,
    note: wordOf(item.state),
  }))
  const isTaken = found.some((one) => one.itemNumber.toLowerCase() === wanted.toLowerCase())
  const named = { id: NAMED, label: <b>{t('newNamed', { text: wanted })}</b> }
  const numbered = { id: NUMBERED, label: <b>{t('newNumbered', { text: wanted })}</b> }
  const looksLikeNumber = /^\S*\d\S*$/.test(wanted)
  // A part is new only once it is known that there is none.
  if (isTaken || isWaiting) return known
  return [...known, ...(looksLikeNumber ? [numbered, named] : [named])]
}
