/** All designs that the reader sees. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DraftingCompass, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { mayDo, useMe } from '../api/account'
import { api, take } from '../api/client'
import { programsQuery } from '../api/programs'
import type { Design } from '../api/types'
import { late } from '../forms/late'
import { Button } from '../kit/button'
import { formatWhen } from '../kit/format'
import type { Column } from '../kit/grid/columns'
import { useShortcut } from '../kit/shortcuts'
import { PAGE_SIZE } from '../lists/definition'
import { ListPage } from '../lists/list-page'
import type { ListQuery } from '../lists/query'
import { useNew } from '../lists/use-new'
import { TwoLines } from '../records/two-lines'
import { phaseText } from './phase'
import { t } from './texts'

const NewDesignDialog = late(async () => (await import('./design-dialogs')).NewDesignDialog)

const addressOf = (design: Design) => `/designs/${encodeURIComponent(design.code)}`

export function DesignsPage() {
  const [isNew, setNew] = useNew()
  const reason = mayDo(useMe(), 'designs.create') ? null : t('mayNotCreate')
  useShortcut('c', t('newDesign'), () => reason === null && setNew(true))
  const programs = useQuery(programsQuery).data?.programs
  const codes = useMemo(() => new Map(programs?.map(({ id, code }) => [id, code])), [programs])
  const columns = useMemo(() => designColumns(codes), [codes])
  const actions = (
    <Button kind="primary" icon={Plus} shortcut="C" reason={reason} onClick={() => setNew(true)}>
      {t('newDesign')}
    </Button>
  )
  return (
    <>
      <ListPage
        list={{
          kind: 'designs',
          title: t('designs'),
          icon: DraftingCompass,
          columns,
          filters: [],
          defaultSort: 'code:asc',
          searchLabel: t('search'),
          fetchPage: fetchDesigns,
          keyOf: (design: Design) => design.id,
          addressOf,
          narrow: (design: Design) => (
            <TwoLines number={design.code} name={design.name} more={phaseText(design.phase)} />
          ),
          actions,
          empty: { title: t('emptyTitle'), note: t('emptyNote'), actions },
        }}
      />
      {isNew && reason === null && <NewDesignDialog onClose={() => setNew(false)} />}
    </>
  )
}

async function fetchDesigns(query: ListQuery, page: number) {
  const sort = query.sort ?? 'code:asc'
  const asked = { search: query.search, sort, page, limit: PAGE_SIZE }
  const answer = await take(api.GET('/api/designs', { params: { query: asked } }))
  return { rows: answer.designs, total: answer.total }
}

function designColumns(programs: ReadonlyMap<string, string>): Column<Design>[] {
  return [
    {
      id: 'code',
      label: t('code'),
      width: 170,
      sort: 'code',
      text: (design) => design.code,
      render: (design) => (
        <Link to={addressOf(design)} className="mono" tabIndex={-1}>
          {design.code}
        </Link>
      ),
    },
    { id: 'name', label: t('name'), width: 260, grows: true, sort: 'name', text: (d) => d.name },
    { id: 'phase', label: t('phase'), width: 180, sort: 'phase', text: (d) => phaseText(d.phase) },
    {
      id: 'program',
      label: t('program'),
      width: 150,
      text: (design) => (design.programId && programs.get(design.programId)) || t('everybody'),
    },
    {
      id: 'updatedAt',
      label: t('updatedAt'),
      width: 110,
      sort: 'updatedAt',
      text: (design) => formatWhen(design.updatedAt),
    },
  ]
}
