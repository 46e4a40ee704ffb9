/** Writes whose answer was lost. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask } from './client'
import { uploadFiles } from './files'
import { startChange } from './item-actions'
import { saveStructure } from './structure'

afterEach(() => vi.unstubAllGlobals())

const lost = () => Promise.reject(new TypeError('lost'))
const made = () => Promise.resolve(Response.json({ data: { id: 'ECO' } }, { status: 201 }))
const refused = () => Promise.resolve(Response.json({}, { status: 422 }))

let keys: string[] = []
let answers: (() => Promise<Response>)[] = []

beforeEach(() => {
  keys = []
  vi.stubGlobal('window', { location: { origin: 'http://plm' } })
  vi.stubGlobal('fetch', (_: URL, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['Idempotency-Key'] ?? '')
    return (answers.shift() ?? made)()
  })
})

const write = (body: unknown, key: string) =>
  ask('POST', '/api/items', { body, headers: { 'Idempotency-Key': key } })

test('what is asked again after its answer was lost is made once', async () => {
  answers = [lost, () => Promise.resolve(new Response('<html>', { status: 502 }))]
  await expect(write('bolt', '1')).rejects.toMatchObject({ code: 'OFFLINE', isOnce: true })
  await write('bolt', '2')
  await write('bolt', '3')
  // Once it was answered, the same words mean another one, as other words always do.
  await write('bolt', '4')
  answers = [lost]
  await expect(write('bolt', '5')).rejects.toMatchObject({ code: 'OFFLINE' })
  await write('nut', '6')
  const [first, second, third, fourth] = keys
  expect(second).toBe(first)
  expect(third).toBe(first)
  expect(fourth).not.toBe(first)
  expect(new Set(keys).size).toBe(4)
  answers = [lost]
  const reading = ask('GET', '/api/items')
  await expect(reading).rejects.toMatchObject({ code: 'OFFLINE', isOnce: false })
})

const form = (text: string) => {
  const body = new FormData()
  body.set('file', new File([text], 'parts.csv', { lastModified: 1 }))
  return body
}

test('a form that is sent again after its answer was lost is taken once', async () => {
  answers = [lost]
  await expect(write(form('bolt'), 'f1')).rejects.toMatchObject({ isOnce: true })
  await write(form('washer'), 'f2')
  await write(form('bolt'), 'f3')
  expect(keys[2]).toBe(keys[0])
  expect(keys[1]).not.toBe(keys[0])
})

test('files that are sent again after their answer was lost are kept once', async () => {
  const statuses = [0, 201]
  class Call {
    upload = {}
    status = statuses.shift() ?? 0
    responseText = '{"data":{"files":[]}}'
    onload = () => {}
    onerror = () => {}
    open() {}
    setRequestHeader = (_: string, key: string) => keys.push(key)
    send = () => (this.status ? this.onload() : this.onerror())
  }
  vi.stubGlobal('XMLHttpRequest', Call)
  const files = [new File(['solid'], 'bracket.step')]
  const sent = { itemId: 'P', files, context: {}, onProgress: () => {} }
  const upload = (key: string) => uploadFiles({ ...sent, headers: { 'Idempotency-Key': key } })
  await expect(upload('u1')).rejects.toMatchObject({ code: 'OFFLINE', isOnce: true })
  await upload('u2')
  expect(keys[1]).toBe(keys[0])
})

test.each([
  ['lost', lost, true],
  ['refused', refused, false],
])('steps before one that was %s are not made again', async (how, end, isSame) => {
  answers = [made, end]
  const item = { id: 'P', designId: null, state: 'Released' }
  const about = { name: 'Thicker wall', releases: false }
  const start = (key: string) => startChange(item, about, { 'Idempotency-Key': how + key })
  await expect(start('1')).rejects.toMatchObject({ name: 'Problem' })
  await start('2')
  expect(keys[2]).toBe(keys[0])
  expect(keys[3] === keys[1]).toBe(isSame)
  await start('3')
  expect(keys.slice(0, 4)).not.toContain(keys[4])
})

test('an answer that is not of the server is told as its failure', async () => {
  answers = [() => Promise.resolve(new Response('<html>', { status: 502 }))]
  const saved = saveStructure({ changes: [], items: [] }, { 'Idempotency-Key': '1' })
  await expect(saved).rejects.toMatchObject({ name: 'Problem', status: 502 })
})
