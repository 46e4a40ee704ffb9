import { expect, test } from 'vitest'
import { readEvent } from '../api/sessions'
import { grouped, NOTHING, tell } from './told'

const event = (id: number, type: string, data: object = {}) => ({ id, type, data: { ...data } })

test('pieces of text become one paragraph, and results find their calls', () => {
  const told = [
    event(1, 'stage_change', { stage: 'bom_drafting' }),
    event(2, 'llm_text', { text: 'A table ' }),
    event(3, 'llm_text', { text: 'has legs.' }),
    event(4, 'tool_call', { toolName: 'add_part', args: { name: 'Leg' } }),
    event(5, 'artifact_update', { artifacts: {} }),
    event(6, 'tool_result', { toolName: 'add_part', result: { ok: true } }),
    event(7, 'done', { finished: true }),
  ].reduce(tell, NOTHING)
  expect(told.last).toBe(7)
  expect(told.entries).toEqual([
    { kind: 'stage', id: 1, stage: 'bom_drafting' },
    { kind: 'text', id: 2, text: 'A table has legs.' },
    { kind: 'tool', id: 4, name: 'add_part', args: { name: 'Leg' }, result: { ok: true } },
  ])
})

test('an event that comes again is told once, and one that is missing is shown', () => {
  const first = event(1, 'llm_text', { text: 'one' })
  const told = [first, first, event(3, 'error', { message: 'late' })].reduce(tell, NOTHING)
  expect(told.entries.map(({ kind }) => kind)).toEqual(['text', 'gap', 'failed'])
})

test('blocks of the stream are read, and comments passed over', () => {
  expect(readEvent('id: 4\nevent: stage_event\ndata: {"type":"paused","reason":"a: b"}')).toEqual({
    id: 4,
    type: 'paused',
    data: { type: 'paused', reason: 'a: b' },
  })
  expect(readEvent('event: done\ndata: {"finished":true}')?.type).toBe('done')
  expect(readEvent(': still here')).toBeNull()
})

test('calls of one tool that follow each other stand together', () => {
  const names = ['search', 'search', 'propose', 'search']
  const { entries } = names
    .map((toolName, at) => event(at + 1, 'tool_call', { toolName, args: {} }))
    .reduce(tell, NOTHING)
  const sizes = grouped(entries).map((one) => (Array.isArray(one) ? one.length : one.kind))
  expect(sizes).toEqual([2, 1, 1])
})

test('what a stage ends with is told once, as its summary', () => {
  const events = (last: string) => [
    event(1, 'llm_text', { text: `${last} ` }),
    event(2, 'stage_change', { stage: 'bom_review' }),
    event(3, 'stage_complete', { stage: 'bom', summary: 'A table of 5 parts.' }),
  ]
  const kinds = (last: string) =>
    events(last)
      .reduce(tell, NOTHING)
      .entries.map(({ kind }) => kind)
  expect(kinds('A table of 5 parts.')).toEqual(['stage', 'finished'])
  expect(kinds('It wobbles.')).toEqual(['text', 'stage', 'finished'])
})
