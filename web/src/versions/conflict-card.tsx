/** One place that both sides changed: both values, and a choice. */

import { useId } from 'react'
import type { PlaceConflict } from '../api/versions'
import { offFor, Reason } from '../kit/field'
import { BringBack } from './bring-back'
import styles from './conflict.module.css'
import type { Side } from './conflict-choices'
import { fieldLabel, fieldText } from './difference-words'
import { t } from './texts'

interface ConflictCardProps {
  conflict: PlaceConflict
  /** The item's, where it is known. */
  name?: string | null
  /** What our side is called. */
  ours: string
  /** The branch of our side. */
  at: string
  choice: Side | undefined
  /** Why the reader cannot choose. */
  reason?: string | null
  onChoose: (side: Side) => void
}

export function ConflictCard(props: ConflictCardProps) {
  const { conflict, name, ours, at, choice, reason, onChoose } = props
  const { itemNumber, path, base, units, oursRefused } = conflict
  const id = useId()
  const sides = [
    ['ours', ours, conflict.ours],
    ['theirs', t('mainNow'), conflict.theirs],
  ] as const
  return (
    <fieldset className={styles.conflict}>
      <legend>
        <span className="mono">{itemNumber}</span> {placeText(path)}{' '}
        <small className="muted">{name}</small>
      </legend>
      <p className="muted">
        {t('mainThen')}: {fieldText(path, base, units?.base) || t('none')}
      </p>
      {sides.map(([side, label, value]) => (
        <label key={side} data-chosen={choice === side || undefined} title={reason ?? undefined}>
          <input
            type="radio"
            name={id}
            disabled={side === 'ours' && oursRefused !== null}
            checked={choice === side}
            onChange={() => onChoose(side)}
            {...offFor(reason, `${id}-off`)}
          />
          <span>
            <small className="muted">{label}</small>
            <b>{fieldText(path, value, units?.[side]) || t('none')}</b>
          </span>
        </label>
      ))}
      <Reason id={`${id}-off`} reason={reason} />
      {oursRefused && (
        <div className={styles.refused}>
          <p role="note">{refusalText(conflict)}</p>
          {oursRefused === 'childDeleted' && conflict.ours !== null && !isHidden(path) && (
            <BringBack number={childOf(path)} parent={itemNumber} at={at} />
          )}
        </div>
      )}
    </fieldset>
  )
}

/** Why our side cannot stand, and what to do where it should. */
function refusalText({ path, ours, oursRefused }: PlaceConflict): string {
  if (oursRefused === 'childMoved') return t('childMoved')
  const number = childOf(path)
  return ours === null ? t('childDeletedHere', { number }) : t('childDeletedThere', { number })
}

/** `bom/SCREW` as the line of SCREW, `files/…` as a file, a field by its label. */
function placeText(path: string): string {
  const [first] = path.split('/')
  if (first === 'item') return t('wholeItem')
  if (first === 'files') return t('file')
  return first === 'bom' ? t('lineOf', { number: childOf(path) }) : fieldLabel(path)
}

function isHidden(path: string): boolean {
  return path.startsWith('bom/hidden-')
}

function childOf(path: string): string {
  return isHidden(path) ? t('hiddenItem') : path.slice(path.indexOf('/') + 1)
}
