/** Designs made and changed. */

import { request } from './client'
import type { Design } from './types'
import type { WriteHeaders } from './write'

export async function createDesign(
  body: Record<string, unknown>,
  headers?: WriteHeaders,
): Promise<Design> {
  return (await request<Design>('POST', '/api/designs', { body, headers: { ...headers } })).record
}

export async function updateDesign(
  id: string,
  body: Record<string, unknown>,
  headers: WriteHeaders,
): Promise<Design> {
  return (await request<Design>('PUT', `/api/designs/${id}`, { body, headers: { ...headers } }))
    .record
}
