/** What `partwright demo` does: a pair of SO-101 robot arms, and the work of people on them. */

import product from '../../../src/partwright/imports/data/so101.csv?url'
import work from '../../../src/partwright/imports/data/so101-work.json?url'
import { request } from './client'
import { createDesign } from './designs-edit'
import { importParts } from './imports'

const DATA = '../../../src/partwright/imports/data/'
const models = import.meta.glob<string>('../../../src/partwright/imports/data/*.step', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** The number of the product of the demonstration. */
export const DEMO_TOP = 'SOA-0000'

interface DemoRequest {
  method: string
  /** `{name.key}` here and in the body stands for a value of an earlier answer of that name. */
  path: string
  body?: unknown
  /** Which file beside the requests is sent in place of the body. */
  file?: string
  name?: string
}

export async function loadDemo(): Promise<void> {
  const content = await (await fetch(product)).blob()
  const design = await createDesign({
    code: 'SO101',
    name: 'SO-101 arm pair',
    description: 'Leader and follower robot arm',
  })
  const file = new File([content], 'so101.csv', { type: 'text/csv' })
  const wish = { file, designId: design.id, parent: '', product: '', update: false }
  await importParts(wish, false)
  const answers: Record<string, unknown> = {}
  for (const asked of (await (await fetch(work)).json()) as DemoRequest[]) {
    const body = asked.file ? await formOf(asked.file) : filled(asked.body, answers)
    const answer = await request(asked.method, filled(asked.path, answers), { body })
    if (asked.name) answers[asked.name] = answer.record
  }
}

async function formOf(name: string): Promise<FormData> {
  const form = new FormData()
  const address = models[`${DATA}${name}`]
  if (address === undefined) throw new Error(`the demonstration has no ${name}`)
  form.set('file', await (await fetch(address)).blob(), name)
  return form
}

/** The value with each reference replaced by what it names. */
function filled<T>(value: T, answers: Record<string, unknown>): T {
  if (value === undefined) return value
  const text = JSON.stringify(value).replace(/\{(\w+(?:\.\w+)*)\}/g, (_, reference: string) =>
    JSON.stringify(String(reference.split('.').reduce<unknown>(entry, answers))).slice(1, -1),
  )
  return JSON.parse(text) as T
}

function entry(found: unknown, key: string): unknown {
  return (found as Record<string, unknown>)[key]
}
