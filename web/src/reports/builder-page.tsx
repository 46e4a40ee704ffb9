/** A report built with its rows in sight: what it is about, its columns, conditions and order. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Tagged } from '../api/client'
import { problemOf } from '../api/problem'
import {
  createReport,
  previewQuery,
  REPORTS,
  type Report,
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
import { bodyOf, type Draft, draftOf, EMPTY } from './draft'
import { fieldText } from './field-text'
import styles from './reports.module.css'
import { ResultGrid } from './result-grid'
import { t } from './texts'

export function NewReportPage() {
  return <Builder start={EMPTY} />
}

export function EditReportPage() {
  const { id = '' } = useParams({ strict: false })
  const found = useQuery(reportQuery(id))
  if (found.error) return <QueryError error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingRows />
  return <Builder key={id} start={draftOf(found.data.record)} found={found.data} />
}

function Builder({ start, found }: { start: Draft; found?: Tagged<Report> }) {
  const [draft, setDraft] = useState(start)
  const types = useQuery(reportFieldsQuery).data
  const fields = types?.find(({ itemType }) => itemType === draft.itemType)?.fields ?? []
  const body = bodyOf(draft, fields, fieldText)
  const save = useSave(found)
  const reason =
    body.name === '' ? t('needsName') : body.columns.length === 0 ? t('needsColumn') : null
  const submit = () => reason === null && save.mutate(body)
  useShortcut('mod+s', t('save'), submit)
  return (
    <>
      <PageHead
        crumbs={<Link to="/reports">{t('reports')}</Link>}
        title={draft.name || t('newReport')}
        actions={
          <Button kind="primary" reason={reason} aria-busy={save.isPending} onClick={submit}>
            {t('save')}
          </Button>
        }
      />
      <div className={styles.builder}>
        <BuilderForm
          draft={draft}
          onDraft={setDraft}
          types={types ?? []}
          fields={fields}
          isNew={found === undefined}
        />
        <Preview body={body} isReady={types !== undefined} />
      </div>
    </>
  )
}

function useSave(found: Tagged<Report> | undefined) {
  const go = useNavigate()
  return useWrite({
    send: (body: ReturnType<typeof bodyOf>, headers) =>
      found ? updateReport(found.record.id, body, headers) : createReport(body, headers),
    etag: () => found?.etag,
    changes: [REPORTS],
    done: t('saved'),
    onDone: (report) => void go({ to: `/reports/${report.id}` }),
  })
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

function Preview({ body, isReady }: { body: ReturnType<typeof bodyOf>; isReady: boolean }) {
  // A name does not change the rows, and a report in the making may still have none.
  const asked = useSettled({ ...body, name: t('preview'), description: null })
  const found = useQuery({
    ...previewQuery(asked),
    enabled: isReady && asked.columns.length > 0,
    placeholderData: keepPreviousData,
  })
  if (asked.columns.length === 0) return <EmptyState title={t('needsColumn')} />
  if (found.error) {
    const problem = problemOf(found.error)
    const told = problem.details.map(({ message }) => message).filter(Boolean)
    return <EmptyState title={t('notYet')}>{told.join(' ') || problemText(problem)}</EmptyState>
  }
  if (!found.data) return <LoadingRows />
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <p className={styles.more} role="status">
        {t('found', { count: found.data.totalRows, shown: formatNumber(found.data.rows.length) })}
      </p>
      {found.data.rows.length > 0 && <ResultGrid label={t('preview')} found={found.data} />}
    </section>
  )
}
