/** The file that a product was read from stays with it, which shows it in 3D. */

import { deleteFile, itemFilesQuery, uploadFiles } from '../api/files'
import { undoImport } from '../api/imports'
import { itemIdQuery, MAIN } from '../api/items'
import { problemOf } from '../api/problem'
import { queryClient } from '../api/query-client'
import type { WriteHeaders } from '../api/write'
import { sentenceOf } from '../kit/i18n'

export interface KeptModel {
  file: File
  /** Of the product. */
  number: string
  /** What goes with the import when that is taken back; null for a file that was there before. */
  fileId: string | null
  /** Why it is not there. */
  problem: string | null
}

export function isModel({ name }: File): boolean {
  return /\.(step|stp)$/i.test(name)
}

/** What was imported stays imported where its file cannot be kept. */
export async function keepModel(file: File, number: string): Promise<KeptModel> {
  try {
    const itemId = await queryClient.fetchQuery({ ...itemIdQuery(number, MAIN), staleTime: 0 })
    const known = itemFilesQuery(itemId, MAIN)
    const { files } = await queryClient.fetchQuery({ ...known, staleTime: 0 })
    if (files.some(({ originalFileName }) => originalFileName === file.name))
      return { file, number, fileId: null, problem: null }
    const sent = { itemId, files: [file], context: MAIN, onProgress: () => {} }
    const [made] = await uploadFiles(sent)
    return { file, number, fileId: made?.id ?? null, problem: null }
  } catch (error) {
    return { file, number, fileId: null, problem: sentenceOf(problemOf(error).message) }
  }
}

/** Undoes an import, which cannot be while its items hold files; where it is refused, the file is back. */
export async function undoWithModel(
  importId: string,
  kept: KeptModel | null,
  headers: WriteHeaders,
): Promise<void> {
  if (kept?.fileId)
    await deleteFile({ id: kept.fileId }, { 'Idempotency-Key': crypto.randomUUID() })
  try {
    await undoImport(importId, headers)
  } catch (refusal) {
    if (kept?.fileId) Object.assign(kept, await keepModel(kept.file, kept.number))
    throw refusal
  }
}
