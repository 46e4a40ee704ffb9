/** One program: what it is, its designs, its members. */

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { api, take } from '../api/client'
import { keys } from '../api/keys'
import { problemOf } from '../api/problem'
import { programQuery } from '../api/programs'
import { problemText, problemTitle } from '../api/tell'
import type { Program } from '../api/types'
import { late } from '../forms/late'
import { Button } from '../kit/button'
import { formatDate } from '../kit/format'
import { PageColumn, PageHead, Section } from '../kit/page'
import { EmptyState, ErrorState, LoadingRows } from '../kit/states'
import { Prop, Props } from '../records/two-lines'
import { MembersSection } from './members-section'
import { stateText } from './program-state'
import styles from './programs.module.css'
import { t } from './texts'

const EditProgramDialog = late(async () => (await import('./program-dialogs')).EditProgramDialog)

export function ProgramPage() {
  const { code = '' } = useParams({ strict: false })
  const found = useQuery(programQuery(code))
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
  const program = found.data.record
  return (
    <>
      <PageHead
        crumbs={<Link to="/programs">{t('programs')}</Link>}
        title={program.name}
        actions={<EditButton program={program} etag={found.data.etag} />}
      >
        <span className="mono muted">{program.code}</span>
      </PageHead>
      <PageColumn>
        <About program={program} />
        <Designs program={program} />
        <MembersSection program={program} />
      </PageColumn>
    </>
  )
}

function EditButton({ program, etag }: { program: Program; etag: string | null }) {
  const [isOpen, setOpen] = useState(false)
  const me = useMe()
  const leads = me?.programs.some(({ id, role }) => id === program.id && role === 'lead')
  const reason = leads || mayDo(me, 'programs.manage') ? null : t('onlyLeadsEdit')
  return (
    <>
      <Button icon={PencilLine} reason={reason} onClick={() => setOpen(true)}>
        {t('edit')}
      </Button>
      {isOpen && <EditProgramDialog program={program} etag={etag} onClose={() => setOpen(false)} />}
    </>
  )
}

function About({ program }: { program: Program }) {
  return (
    <Section title={t('about')}>
      {program.description && <p>{program.description}</p>}
      <Props>
        <Prop name={t('status')}>{stateText(program.status)}</Prop>
        {program.customer && <Prop name={t('customer')}>{program.customer}</Prop>}
        {program.startDate && <Prop name={t('start')}>{formatDate(program.startDate)}</Prop>}
        {program.targetEndDate && <Prop name={t('end')}>{formatDate(program.targetEndDate)}</Prop>}
      </Props>
    </Section>
  )
}

function Designs({ program }: { program: Program }) {
  const designs = useQuery({
    queryKey: [...keys.designs, 'of', program.id],
    queryFn: () => {
      const query = { programId: program.id, sort: 'code', limit: 100 }
      return take(api.GET('/api/designs', { params: { query } }))
    },
  }).data?.designs
  return (
    <Section title={t('designs')}>
      {designs?.length === 0 && <p className="muted">{t('noDesigns')}</p>}
      {designs !== undefined && designs.length > 0 && (
        <ul className={styles.rows}>
          {designs.map((design) => (
            <li key={design.id}>
              <Link to="/designs/$code" params={{ code: design.code }} className={styles.design}>
                <span className="mono">{design.code}</span>
                <span className="truncate grow">{design.name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
