/** Rows of a spreadsheet become lines: columns matched, everything seen before it is taken over. */

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { listItems } from '../api/items'
import type { LineItem } from '../api/structure'
import { FormDialog } from '../kit/dialog'
import { TextAreaField } from '../kit/field'
import { readCells } from '../kit/grid/clipboard'
import { nextFindNumber } from './deeds'
import { type Edit, isAbove, LARGEST_SAVE, valuesOf } from './edits'
import { FIELDS, type PastedField, type PastedRow, readRows, readTable } from './pasted'
import { newId } from './saving'
import styles from './structure.module.css'
import type { Shared } from './structure-bar'
import { t } from './texts'

const SHOWN = 200
const AT_ONCE = 80
/** Shorter ones are left to the browser, with the cursor's place and the way back. */
const LONG_PASTE = 10_000
const NO_ROWS: readonly PastedRow[] = []

const tooMany = (count: number) => t('tooManyRows', { count, most: LARGEST_SAVE })

interface Planned {
  row: PastedRow
  item: LineItem | null
  what: 'add' | 'make' | 'change' | 'same' | 'wrong'
  why: string
}

export function PasteDialog(props: Shared & { onClose: () => void }) {
  const { editing, cursor, onClose } = props
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Readonly<Record<number, PastedField>>>({})
  const table = useMemo(() => {
    const found = readTable(readCells(text))
    return { ...found, fields: found.fields.map((field, at) => chosen[at] ?? field) }
  }, [text, chosen])
  const parent = useParent(props)
  const read = useMemo(() => readRows(table), [table])
  const isTooMuch = read.length > LARGEST_SAVE
  const rows = isTooMuch ? NO_ROWS : read
  const known = useKnown(rows, props)
  const plan = useMemo(
    () => (known ? rows.map((row) => planRow(row, known, props, parent)) : []),
    [rows, known, props, parent],
  )
  const good = plan.filter((one) => one.what !== 'wrong' && one.what !== 'same')
  const takeOver = () => {
    const edits = editsOf(good, props, parent)
    const added = edits.find((edit) => edit.do === 'add')
    if (added?.do === 'add') cursor.follow(added.relation.id)
    editing.add(edits)
    onClose()
  }
  return (
    <FormDialog
      title={t('pasteTitle', { number: parent.itemNumber || parent.name })}
      action={t('takeOver', { count: good.length })}
      reason={good.length > 0 ? null : isTooMuch ? tooMany(read.length) : t('nothingToTake')}
      wide
      onClose={onClose}
      onSubmit={takeOver}
    >
      {plan.length === 0 && (
        <TextAreaField
          label={t('pasteHere')}
          hint={t('pasteHint')}
          error={isTooMuch ? tooMany(read.length) : undefined}
          rows={8}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            const rows = event.clipboardData.getData('text/plain')
            if (rows.length < LONG_PASTE) return
            event.preventDefault()
            setText(pastedInto(event.currentTarget, rows))
          }}
        />
      )}
      {plan.length > 0 && (
        <>
          <PlanSummary plan={plan} />
          <PlanTable
            fields={table.fields}
            plan={plan}
            rows={table.rows}
            onField={(at, field) => setChosen({ ...chosen, [at]: field })}
          />
        </>
      )}
    </FormDialog>
  )
}

/** The field's text after a paste: browsers put thousands of rows in for minutes, by themselves. */
function pastedInto({ value, selectionStart, selectionEnd }: HTMLTextAreaElement, rows: string) {
  return value.slice(0, selectionStart) + rows + value.slice(selectionEnd)
}

function useParent({ cursor, editing }: Shared): LineItem {
  const { structure } = editing.pending
  const item = cursor.line?.relation.item
  return item && structure.below.has(item.id) ? item : structure.top
}

/** The parts that have the numbers pasted, by number; null while they are looked up. */
function useKnown(rows: readonly PastedRow[], { context }: Shared) {
  const numbers = [...new Set(rows.map((row) => row.number.toLowerCase()).filter(Boolean))]
  const { branchId } = context
  return useQuery({
    // Not below the items: whatever anybody changes would have all numbers looked up again.
    queryKey: ['numbers', numbers, branchId],
    enabled: rows.length > 0,
    gcTime: 0,
    queryFn: async () => {
      const found = new Map<string, LineItem>()
      for (let from = 0; from < numbers.length; from += AT_ONCE) {
        const itemNumber = numbers
          .slice(from, from + AT_ONCE)
          .map((number) => number.replaceAll('\\', '\\\\').replaceAll(',', '\\,'))
          .join(',')
        const { items } = await listItems({ itemNumber, branchId, limit: 100 })
        for (const item of items) found.set(item.itemNumber.toLowerCase(), item)
      }
      return found
    },
  }).data
}

function planRow(
  row: PastedRow,
  known: ReadonlyMap<string, LineItem>,
  { editing }: Shared,
  parent: LineItem,
): Planned {
  const item = known.get(row.number.toLowerCase()) ?? null
  const wrong = (why: string): Planned => ({ row, item, what: 'wrong', why })
  if (row.problem) return wrong(t(`pasted_${row.problem}`))
  if (!item) return { row, item, what: 'make', why: t('pasted_make') }
  const { structure, marks } = editing.pending
  if (isAbove(structure, item.id, parent.id))
    return wrong(t('belowItself', { number: item.itemNumber }))
  const standing = structure.below.get(parent.id)?.find((one) => one.item.id === item.id)
  if (!standing || marks.get(standing.id) === 'removed')
    return { row, item, what: 'add', why: t('pasted_add') }
  const isSame = standing.quantity === row.quantity
  return {
    row,
    item,
    what: isSame ? 'same' : 'change',
    why: isSame ? t('pasted_same') : t('pasted_change', { from: standing.quantity }),
  }
}

function editsOf(plan: readonly Planned[], { editing }: Shared, parent: LineItem): Edit[] {
  const standing = editing.pending.structure.below.get(parent.id) ?? []
  let find = nextFindNumber(standing)
  const taken = new Set<string>()
  return plan.flatMap(({ row, item, what }): Edit[] => {
    const key = (item?.itemNumber || row.number || row.name).toLowerCase()
    if (taken.has(key)) return []
    taken.add(key)
    const quantity = row.quantity ?? 1
    const referenceDesignator = row.designators || null
    const old = what === 'change' ? standing.find((one) => one.item.id === item?.id) : undefined
    if (old) return [{ do: 'set', id: old.id, values: { quantity }, seen: valuesOf(old) }]
    const findNumber = row.findNumber ?? find
    if (row.findNumber === null && find !== null) find += 10
    const child: LineItem = item ?? {
      id: newId(),
      itemNumber: '',
      name: row.name || row.number,
      revision: '-',
      type: 'Part',
      state: 'Draft',
      isNew: true,
      ...(row.number && { wantedNumber: row.number }),
    }
    const values = { quantity, findNumber, referenceDesignator }
    return [{ do: 'add', relation: { id: newId(), parentId: parent.id, item: child, ...values } }]
  })
}

function PlanSummary({ plan }: { plan: readonly Planned[] }) {
  const many = (what: Planned['what']) => plan.filter((one) => one.what === what).length
  const told = (['add', 'make', 'change', 'same', 'wrong'] as const).filter((what) => many(what))
  return (
    <p role="status">{told.map((what) => t(`many_${what}`, { count: many(what) })).join(', ')}</p>
  )
}

interface PlanTableProps {
  fields: readonly PastedField[]
  plan: readonly Planned[]
  rows: readonly (readonly string[])[]
  onField: (at: number, field: PastedField) => void
}

function PlanTable({ fields, plan, rows, onField }: PlanTableProps) {
  return (
    <div className={styles.preview}>
      <table>
        <thead>
          <tr>
            {fields.map((field, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have nothing else
              <th key={at} scope="col">
                <select
                  aria-label={t('columnIs', { place: at + 1 })}
                  value={field}
                  onChange={(event) => onField(at, event.target.value as PastedField)}
                >
                  {FIELDS.map((one) => (
                    <option key={one} value={one}>
                      {t(`field_${one}`)}
                    </option>
                  ))}
                </select>
              </th>
            ))}
            <th scope="col">{t('becomes')}</th>
          </tr>
        </thead>
        <tbody>
          {plan.slice(0, SHOWN).map((one, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else
            <tr key={row} data-what={one.what}>
              {fields.map((_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have nothing else
                <td key={at}>{rows[row]?.[at]}</td>
              ))}
              <td>{one.why}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {plan.length > SHOWN && (
        <p className="muted">{t('andMore', { count: plan.length - SHOWN })}</p>
      )}
    </div>
  )
}
