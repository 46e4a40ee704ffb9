/** Families of parts, and the variants that differ by some attributes. */

import { queryOptions } from '@tanstack/react-query'
import { request } from './client'
import type { Context } from './items'
import { keys } from './keys'
import type { Answer } from './types'
import type { WriteHeaders } from './write'

export type VariantTable = Answer<'/api/items/{item_id}/variants', 'get'>
export type Variant = VariantTable['variants'][number]

const variantsPath = (id: string) => `/api/items/${id}/variants`

/** The family that a part is or has, with the variants that may stand in its place. */
export function variantsQuery(id: string, context: Context) {
  return queryOptions({
    queryKey: [...keys.item(id), 'variants', context],
    queryFn: () => request<VariantTable>('GET', variantsPath(id), { query: { ...context } }),
  })
}

/** Says by which attributes the variants differ; null where the part is no family. */
export async function setFamily(
  id: string,
  { branchId }: Context,
  attributes: readonly string[] | null,
  headers: WriteHeaders,
) {
  const sent = { query: { branchId }, body: { attributes }, headers: { ...headers } }
  await request('PUT', variantsPath(id), sent)
}

export async function addVariants(
  id: string,
  { branchId }: Context,
  values: readonly Readonly<Record<string, string>>[],
  headers: WriteHeaders,
): Promise<readonly Variant[]> {
  const body = { variants: values.map((attributes) => ({ attributes })) }
  const sent = { query: { branchId }, body, headers: { ...headers } }
  return (await request<{ variants: Variant[] }>('POST', variantsPath(id), sent)).record.variants
}
