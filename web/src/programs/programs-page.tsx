/** All programs that the reader sees. */

import { Link } from '@tanstack/react-router'
import { FolderKanban, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { mayDo, useMe } from '../api/account'
import { api, take } from '../api/client'
import { PROGRAM_STATES } from '../api/programs'
import type { Program } from '../api/types'
import { late } from '../forms/late'
import { Button } from '../kit/button'
import { formatDate, formatWhen } from '../kit/format'
import type { Column } from '../kit/grid/columns'
import { useShortcut } from '../kit/shortcuts'
import { PAGE_SIZE } from '../lists/definition'
import { ListPage } from '../lists/list-page'
import type { ListQuery } from '../lists/query'
import { useNew } from '../lists/use-new'
import { TwoLines } from '../records/two-lines'
import { stateText } from './program-state'
import { t } from './texts'

const NewProgramDialog = late(async () => (await import('./program-dialogs')).NewProgramDialog)

const addressOf = (program: Program) => `/programs/${encodeURIComponent(program.code)}`

export function ProgramsPage() {
  const [isNew, setNew] = useNew()
  const reason = mayDo(useMe(), 'programs.create') ? null : t('mayNotCreate')
  useShortcut('c', t('newProgram'), () => reason === null && setNew(true))
  const columns = useMemo(programColumns, [])
  const actions = (
    <Button kind="primary" icon={Plus} shortcut="C" reason={reason} onClick={() => setNew(true)}>
      {t('newProgram')}
    </Button>
  )
  const states = PROGRAM_STATES.map((value) => ({ value, label: value }))
  return (
    <>
      <ListPage
        list={{
          kind: 'programs',
          title: t('programs'),
          icon: FolderKanban,
          columns,
          filters: [{ field: 'status', label: t('status'), kind: 'choice', choices: states }],
          defaultSort: 'code:asc',
          searchLabel: t('search'),
          fetchPage: fetchPrograms,
          keyOf: (program: Program) => program.id,
          addressOf,
          narrow: (program: Program) => (
            <TwoLines number={program.code} name={program.name} more={program.status} />
          ),
          actions,
          empty: { title: t('emptyTitle'), note: t('emptyNote'), actions },
        }}
      />
      {isNew && reason === null && <NewProgramDialog onClose={() => setNew(false)} />}
    </>
  )
}

async function fetchPrograms(query: ListQuery, page: number) {
  const sort = query.sort ?? 'code:asc'
  const asked = { search: query.search, sort, page, limit: PAGE_SIZE, ...query.filters }
  const answer = await take(api.GET('/api/programs', { params: { query: asked } }))
  return { rows: answer.programs, total: answer.total }
}

function programColumns(): Column<Program>[] {
  return [
    {
      id: 'code',
      label: t('code'),
      width: 170,
      sort: 'code',
      text: (program) => program.code,
      render: (program) => (
        <Link to={addressOf(program)} className="mono" tabIndex={-1}>
          {program.code}
        </Link>
      ),
    },
    { id: 'name', label: t('name'), width: 260, grows: true, sort: 'name', text: (p) => p.name },
    {
      id: 'status',
      label: t('status'),
      width: 110,
      sort: 'status',
      text: (p) => stateText(p.status),
    },
    { id: 'customer', label: t('customer'), width: 160, text: (p) => p.customer ?? '' },
    { id: 'startDate', label: t('start'), width: 110, text: (p) => formatDate(p.startDate) },
    { id: 'end', label: t('end'), width: 110, text: (p) => formatDate(p.targetEndDate) },
    {
      id: 'updatedAt',
      label: t('updatedAt'),
      width: 110,
      sort: 'updatedAt',
      text: (program) => formatWhen(program.updatedAt),
    },
  ]
}
