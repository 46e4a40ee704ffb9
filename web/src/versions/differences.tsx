/** Items that differ between two states, side by side; signs and words, never colour alone. */

import { Link } from '@tanstack/react-router'
import { GitCompareArrows } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ItemDifference } from '../api/versions'
import { Button } from '../kit/button'
import { EmptyState } from '../kit/states'
import { itemAddress } from '../records/item-address'
import { type DifferenceRow, rowsOf } from './difference-words'
import { t } from './texts'
import styles from './versions.module.css'

const STEP = 100
const ACTIONS = ['added', 'modified', 'removed'] as const
const WORDS = { '+': 'rowAdded', '−': 'rowRemoved', '~': 'rowChanged' } as const
const GROUNDS = { '+': 'plus', '−': 'minus', '~': 'tilde' } as const

interface DifferencesProps {
  items: readonly ItemDifference[]
  left: string
  right: string
  /** Where the items' numbers lead. */
  at?: string
  none: string
}

export function Differences({ items, left, right, at, none }: DifferencesProps) {
  const [most, setMost] = useState(STEP)
  if (items.length === 0) return <EmptyState icon={GitCompareArrows} title={none} />
  const shown = items.slice(0, most)
  return (
    <div className={styles.differences}>
      <p className={styles.sum} role="status">
        {ACTIONS.map(
          (action) => [action, items.filter((one) => one.action === action).length] as const,
        )
          .filter(([, count]) => count > 0)
          .map(([action, count]) => (
            <span key={action}>
              <b className="figures">{count}</b> {t(action)}
            </span>
          ))}
      </p>
      <div className={styles.sides} aria-hidden>
        <span>{left}</span>
        <span>{right}</span>
      </div>
      {shown.map((item) => (
        <Card key={item.itemId} item={item} at={at} sides={[left, right]} />
      ))}
      {items.length > most && (
        <Button onClick={() => setMost(most + STEP)}>
          {t('showMore', { count: items.length - most })}
        </Button>
      )}
    </div>
  )
}

interface CardProps {
  item: ItemDifference
  at?: string
  sides: readonly [string, string]
}

function Card({ item, at, sides }: CardProps) {
  const rows = rowsOf(item)
  return (
    <article className={styles.card} aria-label={item.itemNumber}>
      <header>
        <h2>
          {item.action === 'removed' ? (
            <span className="mono">{item.itemNumber}</span>
          ) : (
            <Link to={itemAddress(item, '', at) as string} className="mono">
              {item.itemNumber}
            </Link>
          )}
        </h2>
        <span className="truncate">{item.name}</span>
        <span className={styles[item.action as (typeof ACTIONS)[number]]}>
          {t(`one_${item.action}` as 'one_added')}
        </span>
      </header>
      {rows.length > 0 && <DifferenceTable rows={rows} sides={sides} />}
    </article>
  )
}

interface TableProps {
  rows: readonly DifferenceRow[]
  sides: readonly [string, string]
}

function DifferenceTable({ rows, sides }: TableProps) {
  return (
    <table>
      <colgroup>
        <col />
        <col />
        <col />
        <col />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th>{t('what')}</th>
          <th>{sides[0]}</th>
          <th>{sides[1]}</th>
          <th>{t('change')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </tbody>
    </table>
  )
}

interface ItselfProps extends TableProps {
  children?: ReactNode
}

/** What differs of one item, where its page is the place. */
export function ItselfCompared({ rows, sides, children }: ItselfProps) {
  return (
    <div className={styles.differences}>
      <div className={styles.sides} aria-hidden>
        <span>{sides[0]}</span>
        <span>{sides[1]}</span>
      </div>
      <div className={styles.card}>
        <DifferenceTable rows={rows} sides={sides} />
        {children}
      </div>
    </div>
  )
}

function Row({ row: { sign, what, code, from, to, more } }: { row: DifferenceRow }) {
  return (
    <tr className={styles[GROUNDS[sign]]}>
      <th scope="row">
        <b aria-hidden>{sign}</b>
        <span className="sr-only">{t(WORDS[sign])}</span>
        {code && <span className="mono">{code}</span>}
        <span className={code ? 'muted' : undefined}>{what}</span>
      </th>
      <td>{from && <del>{from}</del>}</td>
      <td>{to && <ins>{to}</ins>}</td>
      <td className="muted figures">{more}</td>
    </tr>
  )
}
