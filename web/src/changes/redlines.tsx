/** What the change changes, item by item: signs and words, never colour alone. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GitCompareArrows } from 'lucide-react'
import { affectedQuery, type Difference, differencesQuery } from '../api/changes'
import { formatDecimal } from '../kit/format'
import { EmptyState, LoadingRows } from '../kit/states'
import { itemAddress } from '../records/item-address'
import { QueryError } from '../records/query-error'
import styles from './changes.module.css'
import { fieldName, percent, shown } from './difference-text'
import { t } from './texts'

export function Redlines({ id }: { id: string }) {
  const answer = useQuery(differencesQuery(id))
  const affected = useQuery(affectedQuery(id)).data?.affectedItems ?? []
  const names = new Map(affected.map((entry) => [entry.itemNumber, entry.name]))
  if (answer.isLoading) return <LoadingRows columns={4} />
  if (answer.error) return <QueryError error={answer.error} onRetry={() => void answer.refetch()} />
  const items = answer.data?.items ?? []
  if (items.length === 0) {
    return (
      <EmptyState icon={GitCompareArrows} title={t('noChanges')}>
        {t('noChangesNote')}
      </EmptyState>
    )
  }
  const count = (part: (item: Difference) => number) => items.reduce((sum, i) => sum + part(i), 0)
  const fields = count((item) => Object.keys(item.fields).length)
  const lines = count(({ bom }) => bom.added.length + bom.removed.length + bom.changed.length)
  return (
    <>
      <p className={styles.sum}>{t('summary', { items: items.length, fields, lines })}</p>
      {items.map((item) => (
        <ItemCard key={item.itemId} item={item} name={names.get(item.itemNumber)} />
      ))}
    </>
  )
}

function ItemCard({ item, name }: { item: Difference; name: string | undefined }) {
  const fields = Object.entries(item.fields)
  const { bom, files } = item
  const hasLines = bom.added.length + bom.removed.length + bom.changed.length > 0
  const hasFiles = files.added.length + files.removed.length + files.versioned.length > 0
  return (
    <article className={styles.card} aria-label={item.itemNumber}>
      <header>
        <h2>
          <Link to={itemAddress(item)} className="mono">
            {item.itemNumber}
          </Link>
          {name}
        </h2>
        <span className={styles.tag}>{item.changeAction}</span>
        <span className="muted">{item.action}</span>
      </header>
      {fields.length > 0 && <h3>{t('fields')}</h3>}
      {fields.map(([name, { from, to }]) => (
        <Row
          key={name}
          sign="~"
          first={fieldName(name)}
          from={shown(from)}
          to={shown(to)}
          more={percent(from, to)}
        />
      ))}
      {hasLines && <h3>{t('lines')}</h3>}
      <Lines bom={bom} />
      {hasFiles && <h3>{t('files')}</h3>}
      {files.added.map((file) => (
        <Row key={file.originalFileName} sign="+" first={file.originalFileName} to={t('added')} />
      ))}
      {files.removed.map((file) => (
        <Row
          key={file.originalFileName}
          sign="−"
          first={file.originalFileName}
          from={t('removed')}
        />
      ))}
      {files.versioned.map((file) => (
        <Row key={JSON.stringify(file)} sign="~" first={shown(file)} to={t('changed')} />
      ))}
    </article>
  )
}

function Lines({ bom }: { bom: Difference['bom'] }) {
  return (
    <>
      {bom.changed.flatMap((line) =>
        Object.entries(line.changes).map(([name, { from, to }]) => (
          <Row
            key={line.itemNumber + name}
            sign="~"
            code={line.itemNumber}
            first={name === 'quantity' ? t('quantity') : fieldName(name)}
            from={shown(from)}
            to={shown(to)}
            more={percent(from, to)}
          />
        )),
      )}
      {bom.removed.map((line) => (
        <Row key={line.itemNumber} sign="−" code={line.itemNumber} {...lineText(line)} isGone />
      ))}
      {bom.added.map((line) => (
        <Row key={line.itemNumber} sign="+" code={line.itemNumber} {...lineText(line)} />
      ))}
    </>
  )
}

function lineText(line: { findNumber: number | null; quantity: string | number }) {
  const first = line.findNumber === null ? '' : t('find', { number: line.findNumber })
  return { first, to: `${formatDecimal(line.quantity)}×` }
}

interface RowProps {
  sign: '+' | '−' | '~'
  code?: string
  first: string
  from?: string
  to?: string
  more?: string
  isGone?: boolean
}

const GROUNDS = { '+': 'plus', '−': 'minus', '~': 'tilde' } as const
const WORDS = { '+': 'added', '−': 'removed', '~': 'changed' } as const

function Row({ sign, code, first, from, to, more, isGone }: RowProps) {
  return (
    <div className={`${styles.row} ${styles[GROUNDS[sign]]}`}>
      <span className={styles.sign} title={t(WORDS[sign])}>
        {sign}
      </span>
      <span>
        {code && <span className="mono">{code}</span>} {first}
      </span>
      <span className="figures">
        {from && <del>{from}</del>}
        {from && to && ' → '}
        {to && (isGone ? <del>{to}</del> : <ins>{to}</ins>)}
      </span>
      <span className="muted figures">{more}</span>
    </div>
  )
}
