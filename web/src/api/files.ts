/** Files: of an item or all, their versions, their check-outs, uploads. */

import { queryOptions } from '@tanstack/react-query'
import { api, request, take } from './client'
import type { PlacedFile } from './file-addresses'
import type { Context } from './items'
import { keys } from './keys'
import { Problem } from './problem'
import type { Answer } from './types'
import type { WriteHeaders } from './write'
import { formText, KEY, stepOf } from './write-steps'

export type FileRecord = Answer<'/api/items/{item_id}/files', 'get'>['files'][number]
export type FileVersion = Answer<'/api/files/{file_id}/versions', 'get'>['versions'][number]

export function itemFilesQuery(id: string, context: Context) {
  return queryOptions({
    queryKey: [...keys.item(id), 'files', context],
    queryFn: () =>
      take(
        api.GET('/api/items/{item_id}/files', {
          params: { path: { item_id: id }, query: context },
        }),
      ),
  })
}

/** Where a file is read and written: on the branch that it is looked at on. */
const placeOf = ({ branchId }: PlacedFile) => ({ branchId: branchId ?? undefined })

export function versionsQuery(file: PlacedFile) {
  const params = { path: { file_id: file.id }, query: placeOf(file) }
  return queryOptions({
    queryKey: [...keys.files, file.id, 'versions', params.query],
    queryFn: () => take(api.GET('/api/files/{file_id}/versions', { params })),
  })
}

type FileAction = 'checkout' | 'unlock'

export function actOnFile(
  file: PlacedFile,
  action: FileAction,
  headers: WriteHeaders,
): Promise<unknown> {
  // It is held by one, wherever it is looked at, and given back without a place.
  const query = action === 'checkout' ? placeOf(file) : undefined
  return request('POST', `/api/files/${file.id}/${action}`, { query, headers: { ...headers } })
}

export function checkInFile(
  held: PlacedFile,
  file: File | null,
  description: string,
  headers: WriteHeaders,
): Promise<unknown> {
  const path = `/api/files/${held.id}/checkin`
  const sent = { query: placeOf(held), headers: { ...headers } }
  if (!file) return request('POST', path, sent)
  const body = new FormData()
  body.set('file', file)
  if (description) body.set('description', description)
  return request('POST', path, { ...sent, body })
}

export function deleteFile(file: PlacedFile, headers: WriteHeaders): Promise<unknown> {
  const query = placeOf(file)
  return request('DELETE', `/api/files/${file.id}`, { query, headers: { ...headers } })
}

interface Upload {
  itemId: string
  files: readonly File[]
  context: Context
  onProgress: (share: number) => void
  headers: WriteHeaders
}

/** Sends files with progress, which fetch cannot tell; answers what was made of them. */
export function uploadFiles({
  itemId,
  files,
  context,
  onProgress,
  headers,
}: Upload): Promise<{ id: string }[]> {
  const form = new FormData()
  if (context.branchId) form.set('branchId', context.branchId)
  files.forEach((file, index) => {
    form.set(`file${index}`, file)
  })
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    const path = `/api/items/${itemId}/files/upload`
    const step = stepOf(headers[KEY], `${path} ${formText(form)}`)
    call.open('POST', path)
    call.setRequestHeader(KEY, step.key)
    call.upload.onprogress = (event) => onProgress(event.loaded / Math.max(1, event.total))
    call.onerror = () => {
      step.end()
      reject(Problem.offline(true))
    }
    call.onload = () => {
      step.end(call.status)
      if (call.status < 300) return resolve(JSON.parse(call.responseText).data.files)
      const sent = { 'x-request-id': call.getResponseHeader('x-request-id') ?? '' }
      const status = call.status || 500
      void Problem.of(new Response(call.responseText, { status, headers: sent })).then(reject)
    }
    call.send(form)
  })
}

interface FileList {
  files: FileRecord[]
  total?: number
  count?: number
}

export async function listFiles(query: Record<string, string | number | undefined>) {
  const { record } = await request<FileList>('GET', '/api/files', { query })
  return { rows: record.files, total: record.total ?? record.count ?? record.files.length }
}
