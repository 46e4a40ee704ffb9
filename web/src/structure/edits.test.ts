import { expect, test } from 'vitest'
import type { LineItem, Relation, Structure } from '../api/structure'
import { applySteps, isAbove, isReplaced, type Step, valuesOf } from './edits'
import { chained, changedIds, withIds } from './line-ids'
import { linesOf } from './lines'
import { newId, savedStructure, saveOf } from './saving'

const item = (id: string): LineItem => ({
  id,
  itemNumber: id.toUpperCase(),
  name: id,
  revision: '-',
  type: 'Part',
  state: 'Draft',
})

function relation(id: string, parentId: string, child: string, quantity = 1): Relation {
  const values = { quantity, findNumber: null, referenceDesignator: null }
  return { id, parentId, item: item(child), ...values }
}

const structure = (...all: Relation[]): Structure => {
  const below = new Map<string, Relation[]>()
  for (const one of all) below.set(one.parentId, [...(below.get(one.parentId) ?? []), one])
  return { top: item('top'), below, incomplete: false }
}

const BASE = structure(
  relation('1', 'top', 'arm', 2),
  relation('2', 'top', 'hand', 1),
  relation('3', 'arm', 'screw', 0.1),
  relation('4', 'hand', 'screw', 3),
)

const shown = (steps: readonly Step[]) => {
  const pending = applySteps(BASE, steps)
  return linesOf(pending.structure, pending.marks).map(
    ({ level, relation: { item: child }, total, mark }) =>
      `${'.'.repeat(level - 1)}${child.id} ${total}${mark ? ` ${mark}` : ''}`,
  )
}

const seen = (id: string) => {
  const found = [...BASE.below.values()].flat().find((one) => one.id === id)
  if (!found) throw new Error(id)
  return valuesOf(found)
}

test('edits are marked at every place, and undone by leaving them out', () => {
  const steps: Step[] = [
    [{ do: 'set', id: '3', values: { quantity: 0.7 }, seen: seen('3') }],
    [{ do: 'move', id: '4', parentId: 'arm', seen: seen('4') }],
    [{ do: 'remove', id: '2', seen: seen('2') }],
  ]
  const before = ['arm 2', '.screw 0.2', 'hand 1', '.screw 3']
  expect(shown([])).toEqual(before)
  expect(shown(steps)).toEqual(['arm 2', '.screw 1.4 changed', '.screw 6 moved', 'hand 1 removed'])
  const back: Step = [{ do: 'set', id: '3', values: { quantity: 0.1 }, seen: seen('3') }]
  expect(shown([steps[0] as Step, back])).toEqual(before)
})

test('a save says each line once, with what was seen and without what came and went', () => {
  const plate = { ...item(newId()), isNew: true, name: 'Plate', wantedNumber: 'P-1' }
  const lost = { ...item(newId()), isNew: true }
  const add = (id: string, parentId: string, child: LineItem) => ({
    do: 'add' as const,
    relation: { ...relation(id, parentId, ''), item: child },
  })
  const steps: Step[] = [
    [{ do: 'set', id: '1', values: { quantity: 5 }, seen: seen('1') }],
    [{ do: 'set', id: '1', values: { findNumber: 10 }, seen: { ...seen('1'), quantity: 5 } }],
    [add('new:a', 'top', plate), add('new:b', plate.id, item('nut'))],
    [add('new:c', 'top', lost), add('new:d', lost.id, item('nut'))],
    [{ do: 'remove', id: 'new:c', seen: seen('1') }],
    [{ do: 'remove', id: '2', seen: seen('2') }],
  ]
  const save = saveOf(BASE, steps, 'd1')
  expect(save.items).toEqual([
    { ref: plate.id, type: 'Part', name: 'Plate', itemNumber: 'P-1', designId: 'd1' },
  ])
  const values = { quantity: 1, findNumber: null, referenceDesignator: null }
  expect(save.changes).toEqual([
    { action: 'update', id: '1', quantity: 5, findNumber: 10, expected: seen('1') },
    { action: 'create', sourceId: 'top', targetRef: plate.id, ...values },
    { action: 'create', sourceRef: plate.id, targetId: 'nut', ...values },
    { action: 'delete', id: '2', expected: seen('2') },
  ])
  const { structure: after } = savedStructure(BASE, steps, save, {
    lines: [
      { index: 1, id: 'x', parentId: 'top', ...values },
      { index: 2, id: 'y', parentId: 'p', ...values },
    ],
    items: [{ ...item('p'), ref: plate.id }],
    errors: [],
  })
  expect(linesOf(after, new Map()).map((line) => line.relation.item.id)).toEqual([
    'arm',
    'screw',
    'p',
    'nut',
  ])
})

test('a line of the server that got another child is not moved before it is saved', () => {
  const steps: Step[] = [
    [{ do: 'set', id: '3', values: { item: item('bolt') }, seen: seen('3') }],
    [{ do: 'set', id: '1', values: { quantity: 3 }, seen: seen('1') }],
    [{ do: 'add', relation: relation('new:a', 'top', 'screw') }],
    [{ do: 'set', id: 'new:a', values: { item: item('bolt') }, seen: seen('1') }],
  ]
  expect(['3', '1', 'new:a'].map((id) => isReplaced(steps, id))).toEqual([true, false, false])
})

test('what stands above an item is known', () => {
  expect(isAbove(BASE, 'top', 'screw')).toBe(true)
  expect(isAbove(BASE, 'hand', 'arm')).toBe(false)
})

test('50,000 lines are laid out at once', () => {
  const many = structure(
    ...Array.from({ length: 500 }, (_, n) => relation(`a${n}`, 'top', `s${n}`)),
    ...Array.from({ length: 50_000 }, (_, n) => relation(`b${n}`, `s${n % 500}`, `p${n}`)),
  )
  const began = performance.now()
  expect(linesOf(many, new Map())).toHaveLength(50_500)
  expect(performance.now() - began).toBeLessThan(3000)
})

test('edits go on with lines that got other ids meanwhile', () => {
  const values = { quantity: 9 }
  const bolt: LineItem = { ...item(newId()), itemNumber: '', isNew: true }
  const added = { ...relation(newId(), 'arm', bolt.id), item: bolt }
  const below = relation(newId(), bolt.id, 'nut')
  const sent: Step[] = [
    [{ do: 'set', id: '3', values: { quantity: 0.5 }, seen: seen('3') }],
    [{ do: 'add', relation: added }],
  ]
  const typedMeanwhile: Step[] = [
    [{ do: 'set', id: '3', values, seen: seen('3') }],
    [{ do: 'set', id: added.id, values, seen: valuesOf(added) }],
    [{ do: 'add', relation: below }],
    [{ do: 'move', id: '4', parentId: 'arm', seen: seen('4') }],
    [{ do: 'set', id: '2', values, seen: seen('2') }],
  ]
  const line = { parentId: 'arm-b', ...valuesOf(added) }
  const saved = savedStructure(BASE, sent, saveOf(BASE, sent, null), {
    lines: [
      { ...line, index: 0, id: '3b' },
      { ...line, index: 1, id: 'made' },
    ],
    items: [{ ...item('bolt'), ref: bolt.id }],
    errors: [],
  })
  // As a branch shows them after the first save there.
  const read = structure(
    relation('1b', 'top', 'arm-b', 2),
    relation('2b', 'top', 'hand'),
    relation('3b', 'arm-b', 'screw', 0.5),
    relation('made', 'arm-b', 'bolt'),
    relation('4', 'hand', 'screw', 3),
  )
  const numbered = new Map(read.below)
  for (const [id, siblings] of numbered)
    numbered.set(
      id,
      siblings.map((one) =>
        one.id === '1b' ? { ...one, item: { ...one.item, itemNumber: 'ARM' } } : one,
      ),
    )
  const now = { ...read, below: numbered }
  const steps = withIds(typedMeanwhile, chained(saved.ids, changedIds(saved.structure, now)))
  expect(saveOf(now, steps, null).changes).toMatchObject([
    { action: 'update', id: '3b', quantity: 9 },
    { action: 'update', id: 'made', quantity: 9 },
    { action: 'create', sourceId: 'bolt', targetId: 'nut' },
    { action: 'move', id: '4', sourceId: 'arm-b' },
    { action: 'update', id: '2b', quantity: 9 },
  ])
})
