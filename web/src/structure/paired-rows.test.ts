import { expect, test } from 'vitest'
import type { Comparison } from '../api/compare'
import type { LineItem, Relation, Structure } from '../api/structure'
import { differingRows, exchanged, pairedRows, rowsOfFile } from './paired-rows'

const item = (id: string): LineItem => ({
  id,
  itemNumber: id.replace(/'$/, '').toUpperCase(),
  name: id,
  revision: 'A',
  type: 'Part',
  state: 'Draft',
})

/** `ARM: screw 4, plate 1`; an item with a dash is the same one on a branch. */
function structure(top: string, below: Record<string, Record<string, number>>): Structure {
  const lines = (parentId: string, held: Record<string, number>): Relation[] =>
    Object.entries(held).map(([child, quantity]) => ({
      id: `${parentId} ${child}`,
      parentId,
      item: item(child),
      quantity,
      findNumber: null,
      referenceDesignator: null,
    }))
  const entries = Object.entries(below).map(([id, held]) => [id, lines(id, held)] as const)
  return { top: item(top), below: new Map(entries), incomplete: false }
}

const NONE: Comparison = { added: [], removed: [], changed: [], moved: [], incomplete: false }
const told = (rows: ReturnType<typeof pairedRows>) =>
  rows.map(({ level, left, right, mark, elsewhere }) =>
    [
      level,
      left?.quantity ?? '',
      (left ?? right)?.item.itemNumber,
      right?.quantity ?? '',
      mark,
      elsewhere,
    ]
      .filter((part) => part !== undefined)
      .join(' '),
  )

test('both sides stand in one tree, what is gone where it stood', () => {
  const left = structure('arm', { arm: { plate: 1, screw: 4, cap: 1 }, plate: { pin: 2, rib: 1 } })
  const right = structure("arm'", {
    "arm'": { "plate'": 1, cap: 1, nut: 4, pin: 2 },
    "plate'": { rib: 3 },
  })
  const moved = [{ item: item('pin'), from: item('plate'), to: item("arm'"), changes: {} }]
  const rows = pairedRows(left, right, { ...NONE, moved })
  expect(told(rows)).toEqual([
    '1 1 PLATE 1',
    '2 2 PIN  moved ARM',
    '2 1 RIB 3 changed',
    '1 4 SCREW  removed',
    '1 1 CAP 1',
    '1  NUT 4 added',
    '1  PIN 2 moved PLATE',
  ])
  expect(told(differingRows(rows)).map((text) => text.split(' ').slice(0, 3).join(' '))).toEqual([
    '1 1 PLATE',
    '2 2 PIN',
    '2 1 RIB',
    '1 4 SCREW',
    '1  NUT',
    '1  PIN',
  ])
})

test('another item stands beside this one by what both hold', () => {
  const left = structure('arm', { arm: { screw: 4 } })
  const right = structure('leg', { leg: { screw: 6 } })
  expect(told(pairedRows(left, right, NONE))).toEqual(['1 4 SCREW 6 changed'])
})

test('of a file only the differences are known, and the sides can be exchanged', () => {
  const own = structure('arm', { arm: { screw: 4 } })
  const summary = { item: item('screw'), parent: item('arm') }
  const changed = [{ ...summary, changes: { quantity: { from: 4, to: 6 } } }]
  const bolt = { item: item('bolt'), parent: item('arm') }
  const added = [{ ...bolt, changes: { quantity: { from: null, to: 2 } } }]
  const comparison = { ...NONE, added, changed }
  expect(told(rowsOfFile(own, comparison))).toEqual([
    '1 NaN ARM NaN',
    '2  BOLT 2 added',
    '2 4 SCREW 6 changed',
  ])
  expect(told(rowsOfFile(own, exchanged(comparison)))).toEqual([
    '1 NaN ARM NaN',
    '2 2 BOLT  removed',
    '2 6 SCREW 4 changed',
  ])
})
