/** All design sessions of the reader, and the way to begin one. */

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Sparkles } from 'lucide-react'
import { useMemo, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { programsQuery } from '../api/programs'
import { createSession, fetchSessions, SESSIONS, type SessionSummary } from '../api/sessions'
import { RecordDialog } from '../forms/form-dialog'
import { Button, buttonClass } from '../kit/button'
import { formatWhen } from '../kit/format'
import type { Column } from '../kit/grid/columns'
import { useShortcut } from '../kit/shortcuts'
import { PAGE_SIZE } from '../lists/definition'
import { ListPage } from '../lists/list-page'
import { DesignField, ProgramField } from '../records/pickers'
import { TwoLines } from '../records/two-lines'
import { stageText, statusText } from './stage-text'
import { t } from './texts'

const addressOf = (session: SessionSummary) => `/design-engine/${session.id}`

export function SessionsPage() {
  const { reason, note, mayMakeOne } = useBeginning()
  const [isAsking, setAsking] = useState(false)
  const begin = () => setAsking(true)
  useShortcut('c', t('newSession'), () => reason === null && begin())
  const columns = useMemo(sessionColumns, [])
  const actions = (
    <Button kind="primary" icon={Plus} shortcut="C" reason={reason} onClick={begin}>
      {t('newSession')}
    </Button>
  )
  return (
    <>
      <ListPage
        list={{
          kind: 'design-sessions',
          title: t('engine'),
          icon: Sparkles,
          columns,
          filters: [],
          defaultSort: '',
          searchLabel: null,
          fetchPage: (_, page) => fetchSessions(page, PAGE_SIZE),
          keyOf: (session: SessionSummary) => session.id,
          addressOf,
          narrow: (session: SessionSummary) => (
            <TwoLines
              number={formatWhen(session.updatedAt)}
              name={session.title}
              more={stageText(session.stage)}
            />
          ),
          actions,
          empty: {
            title: t('emptyTitle'),
            note: note ?? t('emptyNote'),
            // What begins one stands in the head of the page.
            actions: mayMakeOne && (
              <Link
                to="/programs"
                search={{ new: '1' }}
                className={buttonClass({ kind: 'primary' })}
              >
                {t('toPrograms')}
              </Link>
            ),
          },
        }}
      />
      {isAsking && <NewSessionDialog onClose={() => setAsking(false)} />}
    </>
  )
}

/** Why no session can be begun, and whether the reader can make the program that is wanting. */
function useBeginning() {
  const me = useMe()
  const programs = useQuery(programsQuery)
  if (!mayDo(me, 'design_sessions.create'))
    return { reason: t('mayNotBegin'), note: t('mayNotBegin') }
  if (programs.data?.total !== 0) return { reason: null }
  const mayMakeOne = mayDo(me, 'programs.create')
  const note = t(mayMakeOne ? 'needsProgram' : 'needsProgramOf')
  return { reason: note, note, mayMakeOne }
}

function sessionColumns(): Column<SessionSummary>[] {
  return [
    {
      id: 'title',
      label: t('product'),
      width: 420,
      grows: true,
      text: (session) => session.title,
      render: (session) => (
        <Link to={addressOf(session)} tabIndex={-1}>
          {session.title}
        </Link>
      ),
    },
    { id: 'stage', label: t('stage'), width: 250, text: (one) => stageText(one.stage) },
    { id: 'status', label: t('status'), width: 160, text: (one) => statusText(one.status) },
    {
      id: 'updatedAt',
      label: t('changedAt'),
      width: 140,
      text: (one) => formatWhen(one.updatedAt),
    },
  ]
}

function NewSessionDialog({ onClose }: { onClose: () => void }) {
  const go = useNavigate()
  const { total, programs = [] } = useQuery(programsQuery).data ?? {}
  const [only] = total === 1 ? programs : []
  return (
    <RecordDialog
      title={t('newSession')}
      action={t('begin')}
      uniqueField=""
      fields={[
        {
          name: 'description',
          label: t('description'),
          kind: 'long',
          isRequired: true,
          maxLength: 20_000,
          hint: t('descriptionHint'),
          placeholder: t('descriptionExample'),
        },
        {
          name: 'programId',
          label: t('program'),
          kind: 'text',
          control: (told) => (
            // Anew when the programs come after the dialog, which takes its first value once.
            <ProgramField
              key={only?.id}
              {...told}
              required
              hint={t('programHint')}
              initial={only && { value: only.id, code: only.code, label: only.name }}
            />
          ),
        },
        {
          name: 'designId',
          label: t('design'),
          kind: 'text',
          control: (told) => <DesignField {...told} placeholder={t('aNewDesign')} />,
        },
      ]}
      write={{
        send: createSession,
        changes: [SESSIONS],
        onDone: (session) => void go({ to: '/design-engine/$id', params: { id: session.id } }),
      }}
      onClose={onClose}
    />
  )
}
