/** Keeps the file of an import, and takes both back with all that they made. */

import { request } from '../api/client'
import { designQuery } from '../api/designs'
import { deleteFile, itemFilesQuery, uploadFiles } from '../api/files'
import { undoImport } from '../api/imports'
import { itemIdQuery, listItems, MAIN } from '../api/items'
import { problemOf } from '../api/problem'
import { queryClient } from '../api/query-client'
import type { WriteHeaders } from '../api/write'
import { sentenceOf } from '../kit/i18n'
import type { KeptModel } from './kept-model'

/** What was imported stays imported where its file cannot be kept. */
export async function keepModel(
  file: File,
  number: string,
  headers: WriteHeaders,
): Promise<KeptModel> {
  try {
    const itemId = await queryClient.fetchQuery({ ...itemIdQuery(number, MAIN), staleTime: 0 })
    const known = itemFilesQuery(itemId, MAIN)
    const { files } = await queryClient.fetchQuery({ ...known, staleTime: 0 })
    if (files.some(({ originalFileName }) => originalFileName === file.name))
      return { file, number, fileId: null, problem: null }
    const sent = { itemId, files: [file], context: MAIN, onProgress: () => {}, headers }
    const [made] = await uploadFiles(sent)
    return { file, number, fileId: made?.id ?? null, problem: null }
  } catch (error) {
    return { file, number, fileId: null, problem: sentenceOf(problemOf(error).message) }
  }
}

/** What else an import made. */
interface Beside {
  kept: KeptModel | null
  /** The design that was made for it. */
  design: string | null
}

/**
 * Undoes an import, which cannot be while its items hold files; where it is refused, the file is back.
 * Answers whether its design is gone as well.
 */
export async function undoWithModel(
  importId: string,
  { kept, design }: Beside,
  headers: WriteHeaders,
): Promise<boolean> {
  if (kept?.fileId) await deleteFile({ id: kept.fileId }, headers)
  try {
    await undoImport(importId, headers)
  } catch (refusal) {
    if (kept?.fileId) Object.assign(kept, await keepModel(kept.file, kept.number, headers))
    throw refusal
  }
  return design !== null && deleteIfEmpty(design).catch(() => false)
}

/** Deletes a design that nobody has put anything into, and may be deleted. */
async function deleteIfEmpty(designId: string): Promise<boolean> {
  const { etag } = await queryClient.fetchQuery({ ...designQuery(designId), staleTime: 0 })
  const { total } = await listItems({ designId, limit: 1 })
  if (total > 0 || etag === null) return false
  await request('DELETE', `/api/designs/${designId}`, { headers: { 'If-Match': etag } })
  return true
}
