/** The redline of one item: fields, lines and files, with signs and words, never colour alone. */

import { Link } from '@tanstack/react-router'
import { lazy, memo, type ReactNode, Suspense, useState } from 'react'
import type { Difference } from '../api/changes'
import type { ChangeOrder } from '../api/types'
import { CommentButton } from '../comments/comment-button'
import { classes } from '../kit/classes'
import { CheckField } from '../kit/field'
import { formatDecimal } from '../kit/format'
import { useSeen } from '../kit/use-seen'
import { itemAddress } from '../records/item-address'
import { fieldLabel, fieldRows, fieldText, valueText } from '../versions/difference-words'
import { fieldPercent } from '../versions/figures'
import styles from './changes.module.css'
import { actionLabel, branchOf, sameText } from './labels'
import { MainTags } from './main-tags'
import { hasLines, RedlineLinks } from './redline-links'
import { Row } from './redline-row'
import { t } from './texts'

const FilePictures = lazy(() =>
  import('../files/file-pictures').then((m) => ({ default: m.FilePictures })),
)

interface RedlineCardProps {
  order: ChangeOrder
  item: Difference
  /** Where the item's files are shown as the change has them. */
  branchId: string | null
  isCurrent: boolean
  /** Whether it is among those that the first screen shows. */
  isFirst: boolean
  onCurrent: () => void
  onReview: () => void
  /** Why nothing can be marked, if so. */
  reviewReason: string | null
}

const MANY = 60

export function RedlineCard(props: RedlineCardProps) {
  const { order, item, branchId, isCurrent, isFirst, onCurrent, onReview, reviewReason } = props
  // What is far away is not drawn, so that a change of 200 items opens like one of two.
  const [box, isNear] = useSeen('800px', isFirst)
  const { from, to } = item.revision
  // After the end of a change, main goes its own way.
  const isGone = item.isGoneFromMain && order.closedAt === null
  const isCancelled = order.closedAt !== null && order.releasedAt === null
  const same = isCancelled ? t('contentStays') : sameText(item, isGone)
  return (
    <article
      ref={box}
      className={classes(styles.card, isCurrent && styles.current)}
      aria-label={item.itemNumber}
      tabIndex={-1}
      onClick={onCurrent}
    >
      <header>
        <h2>
          {isNear ? (
            <Link to={itemAddress(item, '', branchOf(order, item))} className="mono">
              {item.itemNumber}
            </Link>
          ) : (
            <span className="mono">{item.itemNumber}</span>
          )}
          <span className="truncate">{item.name}</span>
        </h2>
        {isNear && (
          <>
            <span className={styles.tag}>{actionLabel(item.changeAction)}</span>
            <MainTags order={order} item={item} />
            <span className="mono muted">
              {isCancelled || from === to
                ? valueText(from)
                : `${valueText(from) || '∅'} → ${valueText(to)}`}
            </span>
            <span className={styles.push}>
              <RedlineLinks {...{ order, item, branchId }} />
              <CommentButton
                {...said(item, `item:${item.itemId}`)}
                name={item.itemNumber}
                shortcut="C"
              />
              <CheckField
                label={t('reviewed')}
                checked={item.reviewed}
                reason={reviewReason}
                onChange={onReview}
              />
            </span>
          </>
        )}
      </header>
      {isNear ? (
        <Body item={item} branchId={branchId} same={same} />
      ) : (
        <div style={{ height: bodyHeight(item) }} />
      )}
    </article>
  )
}

const HEAD = 50
const WORDS = 24
const ROW = 29

/** About as high as the rows will be, so that nothing jumps when they are drawn. */
const bodyHeight = (item: Difference) => WORDS + Math.min(rowCount(item), MANY) * ROW

/** How many cards the first screen has room for: they are drawn at once, without a look at where they are. */
export function countOnScreen(items: readonly Difference[]): number {
  let room = window.innerHeight
  const last = items.findIndex((item) => {
    room -= HEAD + bodyHeight(item)
    return room <= 0
  })
  return last < 0 ? items.length : last + 1
}

export function rowCount({ fields, units, bom, files }: Difference): number {
  const lists = [bom.added, bom.removed, bom.changed, files.added, files.removed, files.versioned]
  return lists.reduce((sum, list) => sum + list.length, fieldRows({ fields, units }).length)
}

interface BodyProps {
  item: Difference
  branchId: string | null
  /** What is said where nothing differs. */
  same: string
}

const Body = memo(function Body({ item, branchId, same }: BodyProps) {
  const fields = fieldRows(item)
  if (fields.length === 0 && !hasLines(item) && !hasFiles(item))
    return <p className={styles.same}>{same}</p>
  return (
    <>
      {fields.length > 0 && <h3>{t('fields')}</h3>}
      {fields.map(({ name, label, from, to, more }) => (
        <Row key={name} sign="~" first={label} from={from} to={to} more={more} />
      ))}
      {hasLines(item) && <h3>{t('lines')}</h3>}
      <Lines item={item} />
      <FileRows item={item} branchId={branchId} />
    </>
  )
})

const hasFiles = ({ files }: Difference) =>
  files.added.length + files.removed.length + files.versioned.length > 0

function FileRows({ item, branchId }: { item: Difference; branchId: string | null }) {
  const { added, removed, versioned } = item.files
  if (added.length + removed.length + versioned.length === 0) return null
  const talk = (file: { fileId: string; originalFileName: string }) => (
    <CommentButton {...said(item, `file:${file.fileId}`)} name={file.originalFileName} />
  )
  return (
    <>
      <h3>{t('files')}</h3>
      {added.map((file) => (
        <div key={file.fileId}>
          <Row sign="+" first={file.originalFileName} to={t('added')} deed={talk(file)} />
          <Suspense>
            <FilePictures
              name={file.originalFileName}
              before={null}
              after={{ id: file.fileId, branchId, version: file.version }}
            />
          </Suspense>
        </div>
      ))}
      {removed.map((file) => (
        <Row
          key={file.fileId}
          sign="−"
          first={file.originalFileName}
          from={t('removed')}
          deed={talk(file)}
        />
      ))}
      {versioned.map((file) => (
        <div key={file.fileId}>
          <Row
            sign="~"
            first={file.originalFileName}
            from={t('fileVersion', { version: file.from.version })}
            to={t('fileVersion', { version: file.to.version })}
            deed={talk(file)}
          />
          <Suspense>
            <FilePictures
              name={file.originalFileName}
              before={{ id: file.fileId, branchId, version: file.from.version }}
              after={{ id: file.fileId, branchId, version: file.to.version }}
            />
          </Suspense>
        </div>
      ))}
    </>
  )
}

function Lines({ item }: { item: Difference }) {
  const { bom } = item
  const [isWhole, setWhole] = useState(false)
  const rows: ReactNode[] = [
    ...bom.changed.flatMap((line) =>
      Object.entries(line.changes).map(([name, { from, to }]) => (
        <Row
          key={line.itemNumber + name}
          sign="~"
          code={line.itemNumber}
          name={line.name}
          deed={talkOf(item, line)}
          first={fieldLabel(name)}
          from={fieldText(name, from)}
          to={fieldText(name, to)}
          more={fieldPercent(name, from, to)}
        />
      )),
    ),
    ...bom.removed.map((line) => (
      <Row
        key={`- ${line.itemNumber}`}
        sign="−"
        code={line.itemNumber}
        name={line.name}
        deed={talkOf(item, line)}
        {...lineText(line)}
        isGone
      />
    )),
    ...bom.added.map((line) => (
      <Row
        key={`+ ${line.itemNumber}`}
        sign="+"
        code={line.itemNumber}
        name={line.name}
        deed={talkOf(item, line)}
        {...lineText(line)}
      />
    )),
  ]
  const hidden = isWhole ? 0 : rows.length - MANY
  return (
    <>
      {hidden > 0 ? rows.slice(0, MANY) : rows}
      {hidden > 0 && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {t('moreLines', { count: hidden })}
        </button>
      )}
    </>
  )
}

function talkOf(item: Difference, line: { relationshipId: string | null; itemNumber: string }) {
  const { relationshipId: id, itemNumber } = line
  const name = t('line', { number: itemNumber })
  return id && <CommentButton {...said(item, `line:${id}`)} name={name} />
}

/** A subject, and how much was said of it. */
function said({ comments }: Difference, subject: string) {
  return { subject, count: comments.find((one) => one.subject === subject)?.count }
}

function lineText(line: { findNumber: number | null; quantity: string | number }) {
  const first = line.findNumber === null ? '' : t('find', { number: line.findNumber })
  return { first, to: `${formatDecimal(line.quantity)}×` }
}
