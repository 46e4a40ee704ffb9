import { expect, test } from 'vitest'
import type { ImportPreview, Outcome } from '../api/imports'
import { countOutcomes, indexPreview, openAtFirst, outcomeOf, previewRows } from './preview-tree'

type LineText = [parent: number, child: number, outcome: Outcome, row: number]

function preview(items: [string, Outcome, ...number[]][], lines: LineText[]): ImportPreview {
  return {
    items: {
      numbers: items.map(([name]) => name),
      names: items.map(([name]) => name),
      outcomes: items.map(([, outcome]) => outcome),
      rows: items.map(([, , ...rows]) => rows),
    },
    lines: {
      parents: lines.map(([parent]) => parent),
      children: lines.map(([, child]) => child),
      quantities: lines.map(() => 1),
      quantitiesBefore: lines.map(() => null),
      outcomes: lines.map(([, , outcome]) => outcome),
      rows: lines.map(([, , , row]) => row),
    },
    isWhole: true,
  }
}

function drawn(of: ImportPreview, wanted: Outcome | null = null, isOpen = (_: string) => true) {
  const index = indexPreview(of)
  return previewRows(of, index, isOpen, wanted).map(
    (row) => `${'>'.repeat(row.level)}${of.items.names[row.item]} ${outcomeOf(of, row)}`,
  )
}

const ARM = preview(
  [
    ['Arm', 'unchanged', 2],
    ['Hand', 'new', 5],
    ['Joint', 'changed', 3],
    ['Rod', 'unchanged'],
    ['Finger', 'refused', 6],
  ],
  [
    [0, 1, 'new', 5],
    [0, 3, 'removed', 0],
    [0, 2, 'unchanged', 3],
    [1, 2, 'new', 7],
    [1, 4, 'refused', 6],
  ],
)

test('a preview is drawn in the order of the list, with what goes last', () => {
  expect(drawn(ARM)).toEqual([
    'Arm unchanged',
    '>Joint changed',
    '>Hand new',
    '>>Finger refused',
    '>>Joint new',
    '>Rod removed',
  ])
})

test('only what is unfolded is worked out', () => {
  expect(drawn(ARM, null, (key) => key === '/i0')).toEqual([
    'Arm unchanged',
    '>Joint changed',
    '>Hand new',
    '>Rod removed',
  ])
})

test('one outcome is shown with what stands above it', () => {
  expect(drawn(ARM, 'refused')).toEqual(['Arm unchanged', '>Hand new', '>>Finger refused'])
  expect(drawn(ARM, 'removed')).toEqual(['Arm unchanged', '>Rod removed'])
})

test('each line is counted once, and what stands on top', () => {
  const counts = countOutcomes(ARM, indexPreview(ARM))
  expect(Object.fromEntries(counts.map(({ outcome, count }) => [outcome, count]))).toEqual({
    new: 2,
    changed: 1,
    unchanged: 1,
    removed: 1,
    refused: 1,
  })
})

test('a line that would close a circle does not lead in circles', () => {
  const circle = preview(
    [
      ['A', 'new', 2],
      ['B', 'new', 3],
    ],
    [
      [0, 1, 'new', 3],
      [1, 0, 'refused', 4],
    ],
  )
  expect(drawn(circle)).toEqual(['A new', '>B new', '>>A refused'])
  expect(drawn(circle, 'refused')).toEqual(['A new', '>B new', '>>A refused'])
})

test('a row whose parent is not known stands at the end', () => {
  const adrift = preview(
    [
      ['A', 'new', 2],
      ['B', 'refused', 3],
    ],
    [[-1, 1, 'refused', 3]],
  )
  expect(drawn(adrift)).toEqual(['A new', 'B refused'])
})

test('fifty thousand rows are indexed, and folded at first', () => {
  const count = 50_000
  const items: [string, Outcome, ...number[]][] = Array.from({ length: count }, (_, at) => [
    `P-${at}`,
    'new',
    at + 2,
  ])
  const lines = Array.from(
    { length: count - 1 },
    (_, at): LineText => [Math.floor(at / 20), at + 1, 'new', at + 3],
  )
  const large = preview(items, lines)
  const index = indexPreview(large)
  expect(previewRows(large, index, openAtFirst(large, index))).toHaveLength(21)
  expect(previewRows(large, index, () => true)).toHaveLength(count)
})
