import { expect, test } from 'vitest'
import { layout, runsThrough } from './layout'

const state = (x: number, y: number) => ({ x, y })

test('a step past a state in the same row would run through it', () => {
  const [draft, released, review] = [state(0, 0), state(250, 0), state(500, 0)]
  const at = new Map(Object.entries({ draft, released, review }))
  expect(runsThrough(draft, review, at)).toBe(true)
  expect(runsThrough(draft, released, at)).toBe(false)
  expect(runsThrough(released, review, at)).toBe(false)
})

test('a step to another row goes straight where nothing stands between', () => {
  const [draft, approved, cancelled] = [state(0, 0), state(250, 0), state(500, 220)]
  const at = new Map(Object.entries({ draft, approved, cancelled }))
  expect(runsThrough(draft, cancelled, at)).toBe(false)
})

test('an end stands after all that is done before it, however short the way to it', () => {
  const states = [
    { id: 'draft', isInitial: true },
    { id: 'released', isFinal: true },
    { id: 'review' },
  ]
  const ways = ['draft released', 'draft review', 'review released']
  const transitions = ways.map((way) => {
    const [fromStateId = '', toStateId = ''] = way.split(' ')
    return { fromStateId, toStateId }
  })
  const at = layout({ states, transitions })
  expect(states.map(({ id }) => at.get(id)?.x)).toEqual([0, 500, 250])
})
