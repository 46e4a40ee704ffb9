/** What happened to an item, newest first, and the way back to how it was. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { branchesQuery } from '../api/designs'
import { type HistoryEntry, historyPage } from '../api/item-changes'
import { keys } from '../api/keys'
import { Button } from '../kit/button'
import { formatDateTime } from '../kit/format'
import { wordOf } from '../kit/i18n'
import { PageColumn } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { itemAddress } from '../records/item-address'
import { Person } from '../records/person'
import { QueryError } from '../records/query-error'
import { RevertButton } from '../undo/revert-button'
import { type FieldChange, fieldChanges } from '../versions/field-changes'
import { knownLabel, plainText } from './fields'
import styles from './history.module.css'
import { actionText, REVERTIBLE } from './history-actions'
import { lastingUnits, pastText, type Units } from './past-values'
import { t } from './texts'
import { useItemHere } from './use-item'

const PAGE = 50

export function HistoryView() {
  const { item } = useItemHere()
  const history = useInfiniteQuery({
    queryKey: [...keys.item(item.id), 'history'],
    initialPageParam: 1,
    queryFn: ({ pageParam }) => historyPage(item.id, pageParam, PAGE),
    getNextPageParam: (last, all) => (last.total > all.length * PAGE ? all.length + 1 : undefined),
  })
  if (history.isPending) return <LoadingRows columns={3} />
  if (history.error)
    return <QueryError error={history.error} onRetry={() => void history.refetch()} />
  const entries = history.data?.pages.flatMap((page) => page.history) ?? []
  if (entries.length === 0) return <EmptyState icon={History} title={t('emptyHistory')} />
  const units = lastingUnits(item, entries, !history.hasNextPage)
  return (
    <PageColumn>
      <ol className={styles.timeline} aria-label={t('entries', { number: item.itemNumber })}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} units={units} />
        ))}
      </ol>
      {history.hasNextPage && (
        <Button onClick={() => void history.fetchNextPage()}>{t('showMore')}</Button>
      )}
    </PageColumn>
  )
}

function Entry({ entry, units }: { entry: HistoryEntry; units: Units }) {
  const { item, version } = useItemHere()
  const all = fieldChanges((entry.changes ?? {}) as Record<string, FieldChange>)
  const changes = all.filter(({ name }) => name !== 'checksum')
  const branch = useBranch(item.designId, entry.branchId)
  return (
    <li>
      <header>
        <b>{actionText(entry.action)}</b>
        <Person name={entry.user.name} />
        <time dateTime={entry.timestamp} className="muted">
          {formatDateTime(entry.timestamp)}
        </time>
        {branch && <span className="mono">{branch}</span>}
        {entry.commitId && (
          <Link to={itemAddress(item, '', entry.commitId)} className={styles.then}>
            {t('showThen')}
          </Link>
        )}
        {entry.commitId && REVERTIBLE.has(entry.action) && !branch && !version.context.branchId && (
          <RevertButton commitId={entry.commitId} designId={item.designId} />
        )}
      </header>
      {entry.comment && <p>{entry.comment}</p>}
      {changes.length > 0 && (
        <dl>
          {changes.map(({ name, isOwn, from, to }) => {
            const shown = (value: unknown) =>
              isOwn ? plainText(value) : pastText(name, value, units[name])
            return (
              <div key={name}>
                <dt>{isOwn ? name : labelOf(name)}</dt>
                <dd>
                  <FromTo from={shown(from)} to={shown(to)} />
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </li>
  )
}

/** Both values; one that stayed only says what the others are about. */
function FromTo({ from, to }: { from: string; to: string }) {
  if (from === to) return from
  return (
    <>
      {from !== '' && <del>{from}</del>}
      {to !== '' && <ins>{to}</ins>}
    </>
  )
}

/** The name of a branch beside main, since it is no news of main. */
function useBranch(designId: string | null, id: string | null): string | undefined {
  const found = useQuery({ ...branchesQuery(designId ?? ''), enabled: Boolean(designId && id) })
  return found.data?.branches.find((one) => one.id === id && one.kind !== 'main')?.name
}

/** `fileVersion` as `File version`, where the field has no name of its own. */
function labelOf(field: string): string {
  const known = knownLabel(field)
  if (known) return known
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return wordOf(words.charAt(0).toUpperCase() + words.slice(1))
}
