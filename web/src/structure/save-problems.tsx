/** Why a structure was not saved: what others changed meanwhile, side by side, and what cannot be. */

import { useEffect, useRef, useState } from 'react'
import type { Context } from '../api/items'
import type { LineValues, Relation } from '../api/structure'
import { LastChange } from '../forms/last-change'
import { Button } from '../kit/button'
import { Dialog, DialogBody, DialogFoot } from '../kit/dialog'
import { formatDecimal } from '../kit/format'
import { sentenceOf } from '../kit/i18n'
import type { Edit, Step } from './edits'
import { lineLabel } from './lines'
import styles from './structure.module.css'
import { t } from './texts'
import type { Editing, Refused } from './use-editing'

type Choice = 'mine' | 'theirs'

interface Told {
  id: string
  label: string
  text: string
  present: LineValues | null
  mine: Relation | undefined
  /** The item that holds the line. */
  parentId: string | undefined
}

export function SaveProblems({ editing, refused }: { editing: Editing; refused: Refused }) {
  const problems = toldOf(editing, refused)
  const conflicts = problems.filter((one) => one.present)
  const others = problems.filter((one) => !one.present)
  const [choices, choose] = useState<Readonly<Record<string, Choice>>>({})
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => table.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])
  const goOn = () =>
    editing.resume(resolved(editing.steps, conflicts, (id) => choices[id] ?? 'theirs'))
  return (
    <Dialog title={t('notSaved')} onClose={() => editing.resume(null)} wide>
      <DialogBody>
        {conflicts.length > 0 && (
          <>
            <p>{t('conflictNote', { count: conflicts.length })}</p>
            <table ref={table} className={styles.problems}>
              <thead>
                <tr>
                  <th scope="col">{t('line')}</th>
                  <th scope="col">{t('yours')}</th>
                  <th scope="col">{t('theirs')}</th>
                </tr>
              </thead>
              <tbody>
                {conflicts.map((one, at) => (
                  <ConflictRow
                    key={one.id}
                    told={one}
                    context={at < MOST_ASKED ? editing.context : undefined}
                    choice={choices[one.id] ?? 'theirs'}
                    onChoose={(choice) => choose({ ...choices, [one.id]: choice })}
                  />
                ))}
              </tbody>
            </table>
          </>
        )}
        {others.length > 0 && (
          <ul className={styles.reasons}>
            {others.map((one) => (
              <li key={one.id}>
                <span className="mono">{one.label}</span> {one.text}
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={() => editing.resume(null)}>{t('back')}</Button>
        {conflicts.length > 0 && (
          <Button kind="primary" onClick={goOn}>
            {t('takeChoice')}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

/** Of so many lines it is asked who changed them. */
const MOST_ASKED = 20

interface ConflictRowProps {
  told: Told
  context: Context | undefined
  choice: Choice
  onChoose: (choice: Choice) => void
}

function ConflictRow({ told, context, choice, onChoose }: ConflictRowProps) {
  const side = (which: Choice, values: LineValues | null | undefined) => (
    <td>
      <label>
        <input
          type="radio"
          name={told.id}
          checked={choice === which}
          onChange={() => onChoose(which)}
        />
        {values ? valuesText(values) : t('mark_removed')}
      </label>
    </td>
  )
  return (
    <tr>
      <th scope="row">
        <span className="mono">{told.label}</span>
        {told.parentId && context && (
          <div className="muted">
            <LastChange id={told.parentId} context={context} />
          </div>
        )}
      </th>
      {side('mine', told.mine)}
      {side('theirs', told.present)}
    </tr>
  )
}

function valuesText({ quantity, findNumber, referenceDesignator }: LineValues): string {
  const parts = [`${t('quantity')} ${formatDecimal(quantity)}`]
  if (findNumber !== null) parts.push(`${t('findShort')} ${findNumber}`)
  if (referenceDesignator) parts.push(referenceDesignator)
  return parts.join(', ')
}

function toldOf(editing: Editing, { save, errors }: Refused): Told[] {
  const { relations, marks } = editing.pending
  return errors.map((error, at) => {
    const id = error.index === null ? error.ref : save.ids[error.index]
    const relation = [...relations.values()].find((one) => one.id === id || one.item.id === id)
    const isRemoved = marks.get(id ?? '') === 'removed'
    return {
      id: id ?? String(at),
      label: relation ? lineLabel({ relation }) : '',
      text: sentenceOf(error.details),
      present: error.present,
      mine: isRemoved ? undefined : relation,
      parentId: relation?.parentId,
    }
  })
}

/** Mine: as if the other's value had been seen. Theirs: without my edits of the line. */
function resolved(
  steps: readonly Step[],
  conflicts: readonly Told[],
  choiceOf: (id: string) => Choice,
): Step[] {
  const byId = new Map(conflicts.map((one) => [one.id, one]))
  const settle = (edit: Edit): Edit[] => {
    const conflict = edit.do === 'add' ? undefined : byId.get(edit.id)
    if (!conflict || edit.do === 'add') return [edit]
    if (choiceOf(conflict.id) === 'theirs') return []
    return [{ ...edit, seen: conflict.present ?? edit.seen }]
  }
  return steps.map((step) => step.flatMap(settle)).filter((step) => step.length > 0)
}
