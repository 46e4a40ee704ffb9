/** The newest commits of a branch: who, when, why, and how many items each touched. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Commit, commitsQuery } from '../api/designs'
import { formatAgo } from '../kit/ago'
import { formatDateTime } from '../kit/format'
import { Section } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { commitText } from '../records/commit-text'
import { Person } from '../records/person'
import { RevertButton } from '../undo/revert-button'
import styles from './designs.module.css'
import { t } from './texts'

interface CommitListProps {
  designId: string
  code: string
  branchId: string
  name: string
}

export function CommitList({ designId, code, branchId, name }: CommitListProps) {
  const commits = useQuery(commitsQuery(designId, branchId))
  const shown = commits.data?.commits ?? []
  return (
    <Section title={t('commitsOf', { name })}>
      {commits.isLoading && <LoadingRows rows={4} columns={3} />}
      {commits.data && shown.length === 0 && <EmptyState title={t('noCommits')} />}
      {shown.length > 0 && (
        <ol className={styles.commits}>
          {shown.map((commit) => (
            <CommitRow
              key={commit.id}
              commit={commit}
              code={code}
              designId={designId}
              isMain={name === 'main' && commit.parentId !== null}
            />
          ))}
        </ol>
      )}
      {commits.data && commits.data.total > shown.length && (
        <p className="muted">{t('newestOf', { shown: shown.length, count: commits.data.total })}</p>
      )}
    </Section>
  )
}

interface CommitRowProps {
  commit: Commit
  designId: string
  code: string
  isMain: boolean
}

function CommitRow({ commit, designId, code, isMain }: CommitRowProps) {
  const { added, modified, removed } = commit.changes
  const counts = [
    [styles.added, '+', added, t('added', { count: added })],
    [styles.modified, '~', modified, t('modified', { count: modified })],
    [styles.removed, '−', removed, t('removed', { count: removed })],
  ] as const
  return (
    <li>
      <span className="grow">
        <span className={styles.message}>{commitText(commit.message)}</span>
        <small>
          {commit.author && <Person name={commit.author.name} />}
          <time dateTime={commit.createdAt} title={formatDateTime(commit.createdAt)}>
            {formatAgo(commit.createdAt)}
          </time>
          <Link to="/items" search={{ design: code, at: commit.id }} className="link">
            {t('showThen')}
          </Link>
          {isMain && <RevertButton commitId={commit.id} designId={designId} />}
        </small>
      </span>
      <span className={styles.counts}>
        {counts
          .filter(([, , count]) => count > 0)
          .map(([tone, sign, count, words]) => (
            <span key={sign} className={tone} title={words}>
              <span aria-hidden>
                {sign}
                {count}
              </span>
              <span className="sr-only">{words}</span>
            </span>
          ))}
      </span>
    </li>
  )
}
