/** Reports: their definitions, what they find, and the files they are taken away as. */

import { queryOptions } from '@tanstack/react-query'
import { locale } from '../kit/i18n'
import { api, request, take, takeTagged } from './client'
import { Problem } from './problem'
import type { Answer } from './types'
import type { WriteHeaders } from './write'

export type ReportSummary = Answer<'/api/reports', 'get'>['reports'][number]
export type Report = Answer<'/api/reports/{report_id}', 'get'>['report']
export type ReportField = Answer<'/api/reports/fields', 'get'>['types'][number]['fields'][number]
export type ReportAttributes = Answer<'/api/reports/attributes', 'get'>
export type ReportRow = Readonly<Record<string, unknown>>
export type ReportColumn = Report['columns'][number]
export type ReportChart = NonNullable<Report['chart']>
export type ReportSchedule = NonNullable<
  Answer<'/api/reports/{report_id}/schedule', 'get'>['schedule']
>
export type FileFormat = 'csv' | 'xlsx' | 'pdf'

export const REPORTS = ['reports'] as const
export const SHOWN_ROWS = 1_000

/** A report as it is sent: whole, so that what is seen is what is kept. */
export interface ReportDraft {
  name: string
  description: string | null
  itemType: string
  isPublic: boolean
  sharedWithRoles: readonly string[]
  sharedWithUsers: readonly string[]
  columns: readonly (Omit<ReportColumn, 'width' | 'aggregate'> & {
    width?: number | null
    aggregate?: string
  })[]
  filters: readonly {
    fieldPath: string
    operator: string
    value: unknown
    value2?: unknown
    displayOrder: number
  }[]
  sorts: readonly {
    fieldPath: string
    direction: 'asc' | 'desc'
    priority: number
    aggregate?: string
  }[]
  chart: ReportChart | null
}

export async function fetchReports(page: number, limit: number) {
  const query = { limit, offset: (page - 1) * limit }
  const { reports, total } = await take(api.GET('/api/reports', { params: { query } }))
  return { rows: reports, total }
}

export function reportQuery(id: string) {
  return queryOptions({
    queryKey: [...REPORTS, id],
    queryFn: async () => {
      const params = { path: { report_id: id } }
      const { record, etag } = await takeTagged(api.GET('/api/reports/{report_id}', { params }))
      return { record: record.report, etag }
    },
  })
}

export const reportFieldsQuery = queryOptions({
  queryKey: [...REPORTS, 'fields'],
  queryFn: async () => (await take(api.GET('/api/reports/fields'))).types,
  staleTime: Number.POSITIVE_INFINITY,
})

export function attributesQuery(itemType: string) {
  return queryOptions({
    queryKey: [...REPORTS, 'attributes', itemType],
    queryFn: async () => {
      const params = { query: { itemType: itemType as 'Part' } }
      return take(api.GET('/api/reports/attributes', { params }))
    },
    staleTime: 60_000,
  })
}

export interface Found {
  totalRows: number
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
}

export function runQuery(id: string) {
  return queryOptions({
    queryKey: [...REPORTS, id, 'rows'],
    queryFn: async () => {
      const body = { limit: SHOWN_ROWS }
      const path = `/api/reports/${id}/execute`
      return (await request<{ result: Found }>('POST', path, { body })).record.result
    },
    // Every run is recorded, so it is run when somebody wants to see it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export function previewQuery(draft: ReportDraft) {
  return queryOptions({
    queryKey: [...REPORTS, 'preview', draft],
    queryFn: async () =>
      (await request<Found>('POST', '/api/reports/preview', { body: draft })).record,
    retry: false,
    gcTime: 60_000,
  })
}

export async function createReport(body: ReportDraft, headers: WriteHeaders): Promise<Report> {
  const sent = { body, headers: { ...headers } }
  return (await request<{ report: Report }>('POST', '/api/reports', sent)).record.report
}

export async function updateReport(id: string, draft: ReportDraft, headers: WriteHeaders) {
  const { itemType: _, ...body } = draft
  const sent = { body, headers: { ...headers } }
  return (await request<{ report: Report }>('PUT', `/api/reports/${id}`, sent)).record.report
}

export async function deleteReport(id: string, headers: WriteHeaders) {
  await request('DELETE', `/api/reports/${id}`, { headers: { ...headers } })
}

export function scheduleQuery(id: string) {
  return queryOptions({
    queryKey: [...REPORTS, id, 'schedule'],
    queryFn: async () => {
      const params = { path: { report_id: id } }
      return (await take(api.GET('/api/reports/{report_id}/schedule', { params }))).schedule
    },
  })
}

export type ScheduleInput = Omit<ReportSchedule, 'nextAt' | 'lastAt' | 'lastRows' | 'lastError'>

export async function putSchedule(id: string, body: ScheduleInput, headers: WriteHeaders) {
  await request('PUT', `/api/reports/${id}/schedule`, { body, headers: { ...headers } })
}

export async function deleteSchedule(id: string, headers: WriteHeaders) {
  await request('DELETE', `/api/reports/${id}/schedule`, { headers: { ...headers } })
}

export const roleNamesQuery = queryOptions({
  queryKey: [...REPORTS, 'role-names'],
  queryFn: async () => (await take(api.GET('/api/roles'))).roles.map(({ name }) => name),
  staleTime: 60_000,
})

export function personQuery(id: string) {
  return queryOptions({
    queryKey: [...REPORTS, 'person', id],
    queryFn: async () => {
      const params = { path: { user_id: id } }
      return (await take(api.GET('/api/users/{user_id}', { params }))).name
    },
    staleTime: 60_000,
  })
}

/** Runs the report into a file and hands that to the browser. */
export async function takeAway(id: string, format: FileFormat): Promise<void> {
  const response = await fetch(`/api/reports/${id}/export?format=${format}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ language: locale().slice(0, 2) }),
  }).catch(() => {
    throw Problem.offline()
  })
  if (!response.ok) throw await Problem.of(response)
  const told = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(told)?.[1]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = encoded
    ? decodeURIComponent(encoded)
    : (/filename="([^"]+)"/.exec(told)?.[1] ?? `report.${format}`)
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
