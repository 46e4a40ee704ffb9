/** One design: what it is, its branches, and the newest commits of one of them. */

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Boxes, GitBranch, PencilLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { type Branch, branchesQuery, designByCodeQuery } from '../api/designs'
import { problemOf } from '../api/problem'
import { programsQuery } from '../api/programs'
import { problemText, problemTitle } from '../api/tell'
import type { Design, Program } from '../api/types'
import { Button, buttonClass } from '../kit/button'
import { formatWhen } from '../kit/format'
import { PageColumn, PageHead, Section } from '../kit/page'
import { EmptyState, ErrorState, LoadingRows } from '../kit/states'
import { Prop, Props } from '../records/two-lines'
import { CommitList } from './commit-list'
import styles from './designs.module.css'
import { phaseText } from './phase'
import { t } from './texts'

const EditDesignDialog = lazy(async () => ({
  default: (await import('./design-dialogs')).EditDesignDialog,
}))

export function DesignPage() {
  const { code = '' } = useParams({ strict: false })
  const found = useQuery(designByCodeQuery(code))
  if (found.isLoading) return <LoadingRows />
  if (found.error !== null) {
    const problem = problemOf(found.error)
    return <ErrorState title={problemTitle(problem)} message={problemText(problem)} />
  }
  if (!found.data) {
    return (
      <>
        <PageHead title={code} />
        <EmptyState title={t('notThere')}>{t('notThereNote')}</EmptyState>
      </>
    )
  }
  return <Shown design={found.data.record} etag={found.data.etag} />
}

function Shown({ design, etag }: { design: Design; etag: string | null }) {
  const programs = useQuery(programsQuery).data?.programs
  const program = programs?.find(({ id }) => id === design.programId)
  return (
    <>
      <PageHead
        crumbs={<Link to="/designs">{t('designs')}</Link>}
        title={design.name}
        actions={
          <>
            <EditButton design={design} program={program} etag={etag} />
            <Link to="/items" search={{ design: design.code }} className={buttonClass({})}>
              <Boxes size={14} aria-hidden />
              {t('showItems')}
            </Link>
          </>
        }
      >
        <span className="mono muted">{design.code}</span>
      </PageHead>
      <PageColumn>
        <Section title={t('about')}>
          {design.description && <p>{design.description}</p>}
          <Props>
            <Prop name={t('phase')}>{phaseText(design.phase)}</Prop>
            <Prop name={t('program')}>
              {program ? (
                <Link to="/programs/$code" params={{ code: program.code }} className="link">
                  {program.code} · {program.name}
                </Link>
              ) : (
                t('everybody')
              )}
            </Prop>
            <Prop name={t('updatedAt')}>{formatWhen(design.updatedAt)}</Prop>
          </Props>
        </Section>
        <Branches design={design} />
      </PageColumn>
    </>
  )
}

type EditButtonProps = { design: Design; program: Program | undefined; etag: string | null }

function EditButton(props: EditButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const reason = mayDo(useMe(), 'designs.update') ? null : t('mayNotEdit')
  return (
    <>
      <Button icon={PencilLine} reason={reason} onClick={() => setOpen(true)}>
        {t('edit')}
      </Button>
      <Suspense>
        {isOpen && <EditDesignDialog {...props} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}

function Branches({ design }: { design: Design }) {
  const [chosen, setChosen] = useState(design.mainBranchId)
  const branches = useQuery(branchesQuery(design.id)).data?.branches ?? []
  const named = branches.find(({ id }) => id === chosen)
  return (
    <>
      <Section title={t('branches', { count: branches.length })}>
        <ul className={styles.branches}>
          {[...branches].sort(mainFirst).map((branch) => (
            <li key={branch.id}>
              <button
                type="button"
                aria-pressed={branch.id === chosen}
                onClick={() => setChosen(branch.id)}
              >
                <GitBranch size={14} aria-hidden />
                <span className="mono truncate grow">{branch.name}</span>
                <span className="muted">{branchNote(branch)}</span>
                <span className="muted figures">{formatWhen(branch.createdAt)}</span>
              </button>
            </li>
          ))}
        </ul>
      </Section>
      <CommitList
        designId={design.id}
        code={design.code}
        branchId={chosen}
        name={named?.name ?? 'main'}
      />
    </>
  )
}

function mainFirst(a: Branch, b: Branch): number {
  return Number(b.kind === 'main') - Number(a.kind === 'main')
}

function branchNote(branch: Branch): string {
  if (branch.isArchived) return t('archived')
  return branch.isLocked ? t('locked') : ''
}
