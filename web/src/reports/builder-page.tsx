/** A report built with its rows in sight: what it is about, its columns, conditions and order. */

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import type { Tagged } from '../api/client'
import { type HeldEdit, useHeldEdit } from '../api/held-edit'
import { problemOf } from '../api/problem'
import {
  attributesQuery,
  createReport,
  previewQuery,
  REPORTS,
  type Report,
  type ReportField,
  reportFieldsQuery,
  reportQuery,
  updateReport,
} from '../api/reports'
import { problemText } from '../api/tell'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { formatNumber } from '../kit/format'
import { PageHead } from '../kit/page'
import { useShortcut } from '../kit/shortcuts'
import { EmptyState, LoadingRows } from '../kit/states'
import { QueryError } from '../records/query-error'
import { BuilderForm } from './builder-form'
import { attributeFields, bodyOf, type Draft, draftOf, EMPTY } from './draft'
import { columnText, detailText } from './field-text'
import { LazyChart } from './lazy-chart'
import styles from './reports.module.css'
import { ResultGrid } from './result-grid'
import { t } from './texts'

const ReportMeanwhile = lazy(() =>
  import('./report-meanwhile').then((m) => ({ default: m.ReportMeanwhile })),
)

export function EditReportPage() {
  const { id = '' } = useParams({ strict: false })
  const found = useQuery(reportQuery(id))
  if (found.error)
    return <QueryError isPage error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingRows />
  return <EditBuilder key={id} found={found.data} />
}

const NO_ATTRIBUTES = { attributes: [], measures: [] }

function useFields(draft: Draft) {
  const types = useQuery(reportFieldsQuery).data
  const own = types?.find((type) => type.itemType === draft.itemType)?.fields ?? []
  const known = useQuery(attributesQuery(draft.itemType)).data ?? NO_ATTRIBUTES
  return { types, fields: [...own, ...attributeFields(draft, known)] }
}

function useBody(draft: Draft) {
  const found = useFields(draft)
  return { ...found, body: bodyOf(draft, found.fields, columnText) }
}

export function NewReportPage() {
  const [draft, edit] = useState(EMPTY)
  const go = useNavigate()
  const save = useWrite({
    send: createReport,
    changes: [REPORTS],
    done: t('saved'),
    onDone: (report) => void go({ to: `/reports/${report.id}` }),
  })
  const { body } = useBody(draft)
  return (
    <Builder
      held={{ value: draft, edit, isSaving: save.isPending, save: () => save.mutate(body) }}
    />
  )
}

function EditBuilder({ found }: { found: Tagged<Report> }) {
  const client = useQueryClient()
  const go = useNavigate()
  const { id } = found.record
  const { fields } = useFields(draftOf(found.record))
  const held = useHeldEdit<Report, Draft>({
    found,
    draftFrom: draftOf,
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    readAnew: () => client.fetchQuery({ ...reportQuery(id), staleTime: 0 }),
    send: (draft, headers) => updateReport(id, bodyOf(draft, fields, columnText), headers),
    changes: [REPORTS],
    done: t('saved'),
    onDone: () => void go({ to: `/reports/${id}` }),
  })
  return (
    <>
      <Builder held={held} maker={found.record.createdBy} />
      {held.theirs && (
        <Suspense>
          <ReportMeanwhile id={id} held={held} theirs={draftOf(held.theirs.record)} />
        </Suspense>
      )}
    </>
  )
}

interface BuilderProps {
  held: Pick<HeldEdit<Report, Draft>, 'value' | 'edit' | 'isSaving' | 'save'>
  /** Who made the report; of a new one nobody has. */
  maker?: string
}

/** Why the reader may not save what they build, however well it is filled in. */
function useRefusal(maker: string | undefined): string | null {
  const me = useMe()
  if (!me) return null
  if (maker === undefined) return mayDo(me, 'reports.create') ? null : t('mayNotCreate')
  const isAdministrator = me.roles.some(({ name }) => name === 'Administrator')
  return me.id === maker || isAdministrator ? null : t('onlyItsMaker')
}

function Builder({ held, maker }: BuilderProps) {
  const { value: draft, edit: setDraft } = held
  const { types, fields, body } = useBody(draft)
  const refusal = useRefusal(maker)
  const reason =
    refusal ??
    (body.name === '' ? t('needsName') : body.columns.length === 0 ? t('needsColumn') : null)
  const submit = () => reason === null && held.save()
  useShortcut('mod+s', t('save'), submit)
  return (
    <>
      <PageHead
        crumbs={<Link to="/reports">{t('reports')}</Link>}
        title={draft.name || t('newReport')}
        actions={
          <Button kind="primary" reason={reason} aria-busy={held.isSaving} onClick={submit}>
            {t('save')}
          </Button>
        }
      >
        {refusal && <span className="muted">{refusal}</span>}
      </PageHead>
      <div className={styles.builder}>
        <BuilderForm
          draft={draft}
          onDraft={setDraft}
          types={types ?? []}
          fields={fields}
          isNew={maker === undefined}
        />
        <Preview body={body} fields={fields} isReady={types !== undefined} />
      </div>
    </>
  )
}

const PAUSE_MS = 300

/** What stood still for a moment, so that not every letter asks the server. */
function useSettled<T>(value: T): T {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as T
}

interface PreviewProps {
  body: ReturnType<typeof bodyOf>
  fields: readonly ReportField[]
  isReady: boolean
}

function Preview({ body, fields, isReady }: PreviewProps) {
  // A name does not change the rows, and a report in the making may still have none.
  const asked = useSettled({
    ...body,
    name: t('preview'),
    description: null,
    sharedWithRoles: [],
    sharedWithUsers: [],
  })
  const found = useQuery({
    ...previewQuery(asked),
    enabled: isReady && asked.columns.length > 0,
    placeholderData: keepPreviousData,
  })
  if (asked.columns.length === 0) return <EmptyState title={t('needsColumn')} />
  if (found.error) {
    const problem = problemOf(found.error)
    const told = problem.details.map((one) => detailText(one, fields)).filter(Boolean)
    return <EmptyState title={t('notYet')}>{told.join(' ') || problemText(problem)}</EmptyState>
  }
  if (!found.data) return <LoadingRows />
  const count = found.data.rows.length
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <p className={styles.more} role="status">
        {t(count < found.data.totalRows ? 'foundSome' : 'found', {
          count: found.data.totalRows,
          shown: formatNumber(count),
        })}
      </p>
      {count === 0 ? (
        <EmptyState title={t('noRows')}>{t('noRowsNote')}</EmptyState>
      ) : (
        <>
          {asked.chart && <LazyChart chart={asked.chart} found={found.data} />}
          <ResultGrid label={t('preview')} found={found.data} />
        </>
      )}
    </section>
  )
}
