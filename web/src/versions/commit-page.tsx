/** One commit: who, when, why, and what it did item by item. */

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, GitCompareArrows, History } from 'lucide-react'
import { type Commit, commitQuery } from '../api/commits'
import { buttonClass } from '../kit/button'
import { formatDateTime } from '../kit/format'
import { Bar, PageBody } from '../kit/page'
import { LoadingRows } from '../kit/states'
import { commitText } from '../records/commit-text'
import { Person } from '../records/person'
import { QueryError } from '../records/query-error'
import { Prop, Props } from '../records/two-lines'
import { RevertButton } from '../undo/revert-button'
import { commitAddress } from './commit-graph'
import { Differences } from './differences'
import { t } from './texts'
import { useBranches, useDesign } from './use-design'
import { useStateName } from './use-state-name'
import styles from './versions.module.css'

export function CommitPage() {
  const { commit: id = '' } = useParams({ strict: false })
  const design = useDesign()
  const found = useQuery(commitQuery(id))
  if (found.error)
    return <QueryError isPage error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data || !design) return <LoadingRows columns={3} />
  const commit = found.data
  const base = `/designs/${encodeURIComponent(design.code)}`
  const isMain = commit.branchId === design.mainBranchId
  return (
    <>
      <Bar label={t('commit')}>
        <Link to={`${base}/commits` as string} className={buttonClass({})}>
          <ArrowLeft size={14} />
          {t('allCommits')}
        </Link>
        <Link
          to="/items"
          search={{ design: design.code, at: commit.id }}
          className={buttonClass({})}
        >
          <History size={14} />
          {t('showThen')}
        </Link>
        <Link
          to={`${base}/compare` as string}
          search={{ left: commit.id, right: '' }}
          className={buttonClass({})}
        >
          <GitCompareArrows size={14} />
          {t('compareNow')}
        </Link>
        {isMain && commit.parentId && <RevertButton commitId={commit.id} designId={design.id} />}
      </Bar>
      <PageBody>
        <div className={styles.page}>
          <About commit={commit} code={design.code} designId={design.id} />
          <Differences
            items={commit.items}
            left={t('before')}
            right={t('after')}
            at={commit.id}
            none={t('noContent')}
          />
        </div>
      </PageBody>
    </>
  )
}

function About({ commit, code, designId }: { commit: Commit; code: string; designId: string }) {
  const branch = useBranches(designId)?.find(({ id }) => id === commit.branchId)
  const others = [
    ['parent', commit.parentId],
    ['otherParent', commit.mergeParentId],
  ] as const
  return (
    <section className={styles.about} aria-label={t('commit')}>
      <h2>{commitText(commit.message)}</h2>
      <Props>
        <Prop name={t('author')}>{commit.author && <Person name={commit.author.name} />}</Prop>
        <Prop name={t('when')}>
          <time dateTime={commit.createdAt}>{formatDateTime(commit.createdAt)}</time>
        </Prop>
        <Prop name={t('branch')}>
          <span className="mono">{branch?.name}</span>
        </Prop>
        {others.map(
          ([label, id]) =>
            id && (
              <Prop key={label} name={t(label)}>
                <CommitLink code={code} id={id} />
              </Prop>
            ),
        )}
      </Props>
    </section>
  )
}

function CommitLink({ code, id }: { code: string; id: string }) {
  return (
    <Link to={commitAddress(code, id) as string} className="link">
      {useStateName(id)}
    </Link>
  )
}
