import { expect, test } from 'vitest'
import type { Comparison } from '../api/compare'
import type { LineItem, Relation, Structure } from '../api/structure'
import { differingRows, exchanged, pairedRows, structureOfFile } from './paired-rows'

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

test('an item stands beside what is built into it where that is built in', () => {
  const whole = structure('arm', { arm: { hand: 1, screw: 4 }, hand: { rib: 2, pin: 1 } })
  const part = structure('hand', { hand: { rib: 3, pin: 1 } })
  const rows = pairedRows(whole, part, NONE)
  expect(told(rows)).toEqual([
    '1 1 HAND  removed',
    '2 2 RIB 3 changed',
    '2 1 PIN 1',
    '1 4 SCREW  removed',
  ])
  expect(told(pairedRows(part, whole, NONE))).toEqual([
    '1  HAND 1 added',
    '2 3 RIB 2 changed',
    '2 1 PIN 1',
    '1  SCREW 4 added',
  ])
})

test('rows of two products that go by one name are told apart', () => {
  const left = structure('arm', { arm: {} })
  const twice = structure('arm', { arm: { plate: 1 } })
  const plates = twice.below.get('arm') ?? []
  const both = { ...twice, below: new Map([['arm', [...plates, ...plates]]]) }
  const keys = pairedRows(left, both, NONE).map(({ key }) => key)
  expect([keys.length, new Set(keys).size]).toEqual([2, 2])
})

test('a file has the lines of the structure but for what differs, and stands on either side', () => {
  const own = structure('arm', { arm: { hand: 1, screw: 4, cap: 1, pin: 3 }, hand: { rib: 1 } })
  const line = (name: string, parent: string, from: number | null, to: number | null) => ({
    item: item(name),
    parent: item(parent),
    changes: { quantity: { from, to } },
  })
  const pin = { item: item('pin'), from: item('arm'), to: item('cad:plate'), changes: {} }
  const comparison = {
    ...NONE,
    added: [line('cad:plate', 'arm', null, 1), line('bolt', 'cad:plate', null, 2)],
    removed: [line('cap', 'arm', 1, null)],
    changed: [line('screw', 'arm', 4, 6)],
    moved: [pin],
    matched: 3,
  }
  const file = structureOfFile(own, comparison)
  expect(told(pairedRows(own, file, comparison))).toEqual([
    '1 1 HAND 1',
    '2 1 RIB 1',
    '1 4 SCREW 6 changed',
    '1 1 CAP  removed',
    '1 3 PIN  moved CAD:PLATE',
    '1  CAD:PLATE 1 added',
    '2  BOLT 2 added',
    '2  PIN 3 moved ARM',
  ])
  const turned = exchanged(comparison)
  expect(turned.matched).toBe(3)
  expect(told(differingRows(pairedRows(file, own, turned)))).toContain('1 6 SCREW 4 changed')
  expect(told(pairedRows(file, own, turned))).toContain('2 3 PIN  moved ARM')
})
