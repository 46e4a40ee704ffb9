/** The page around everything of one design: its head and its tabs. */

import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { Boxes, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { designByCodeQuery } from '../api/designs'
import { problemOf } from '../api/problem'
import { programsQuery } from '../api/programs'
import { problemText, problemTitle } from '../api/tell'
import type { Design, Program } from '../api/types'
import { late } from '../forms/late'
import { Button, buttonClass } from '../kit/button'
import { PageHead, Tabs } from '../kit/page'
import { EmptyState, ErrorState, LoadingRows } from '../kit/states'
import { t } from './texts'

const EditDesignDialog = late(async () => (await import('./design-dialogs')).EditDesignDialog)

export function DesignPage() {
  const { code = '' } = useParams({ strict: false })
  const found = useQuery(designByCodeQuery(code))
  if (found.isPending) return <LoadingRows />
  if (found.error !== null) {
    const problem = problemOf(found.error)
    return <ErrorState isPage title={problemTitle(problem)} message={problemText(problem)} />
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
        tabs={<DesignTabs code={design.code} />}
        actions={
          <>
            <EditButton design={design} program={program} etag={etag} />
            <Link to="/items" search={{ design: design.code }} className={buttonClass({})}>
              <Boxes size={14} />
              {t('showItems')}
            </Link>
          </>
        }
      >
        <span className="mono muted">{design.code}</span>
      </PageHead>
      <Outlet />
    </>
  )
}

const TABS = [
  ['', 'overview'],
  ['structure', 'structure'],
  ['changes', 'changes'],
  ['commits', 'commits'],
  ['branches', 'branches'],
  ['compare', 'compare'],
  ['held', 'held'],
  ['coverage', 'coverage'],
] as const

function DesignTabs({ code }: { code: string }) {
  const base = `/designs/${encodeURIComponent(code)}`
  return (
    <Tabs label={t('sections')}>
      {TABS.map(([path, label]) => (
        <Link
          key={path}
          to={(path ? `${base}/${path}` : base) as string}
          activeOptions={{ exact: path === '', includeSearch: false }}
        >
          {t(label)}
        </Link>
      ))}
    </Tabs>
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
      {isOpen && <EditDesignDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
