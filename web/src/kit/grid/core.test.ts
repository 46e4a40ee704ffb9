import { describe, expect, test, vi } from 'vitest'
import { readCells, writeCells } from './clipboard'
import { columnsInSight, moveColumn, placeColumns, readLayout, writeLayout } from './columns'
import { gridAction, type Press } from './keyboard'
import { extendTo, moveTo, START, selectAll, toggle } from './selection'
import { hasChildren, indexTree, matchingRows, visibleRows } from './tree'
import { seenRows, useSteadyRows as steadyRows } from './use-rows'

const kept = vi.hoisted(() => ({ current: undefined as unknown }))
vi.mock('react', async (real) => ({
  ...(await real<object>()),
  useRef: (first: unknown) => Object.assign(kept, { current: kept.current ?? first }),
}))

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
})

describe('cells for spreadsheets', () => {
  test('come back as they went', () => {
    const cells = [
      ['a', 'b "quoted"', ''],
      ['line\nend', 'tab\there', '1,5'],
    ]
    expect(readCells(writeCells(cells))).toEqual(cells)
  })

  test('lose only the empty line that spreadsheets add', () => {
    expect(readCells('a\tb\r\nc\t\r\n')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ])
  })
})

describe('columns', () => {
  const text = () => ''
  const known = ['number', 'name', 'state', 'cost'].map((id) => ({
    id,
    label: id,
    width: 100,
    text,
  }))

  test('keep their order and widths in an address, and forget what is unknown', () => {
    const layout = readLayout('name~320,gone,state,name,cost~9999', known)
    expect(writeLayout(layout)).toBe('name~320,state,cost~900')
    expect(placeColumns(known, layout).map((column) => column.left)).toEqual([0, 320, 420])
  })

  test('fill the room there is', () => {
    const growing = known.map((column) => ({ ...column, grows: column.id === 'name' }))
    const widths = (layout: string) =>
      placeColumns(growing, readLayout(layout, known), 500).map((column) => column.width)
    expect(widths('number,name,state')).toEqual([100, 300, 100])
    expect(widths('number,name~150,state')).toEqual([100, 150, 100])
  })

  test('move', () => {
    const layout = readLayout('number,name,state', known)
    expect(writeLayout(moveColumn(layout, 'state', 0))).toBe('state,number,name')
    expect(writeLayout(moveColumn(layout, 'number', 9))).toBe('name,state,number')
  })

  test('are drawn only where they can be seen, beside the pinned one', () => {
    const placed = Array.from({ length: 30 }, (_, index) => ({ left: index * 100, width: 100 }))
    expect(columnsInSight(placed, 0, 500)).toEqual([1, 5])
    expect(columnsInSight(placed, 1000, 500)).toEqual([11, 15])
  })
})

describe('a tree', () => {
  // a(b(c, d), e), f
  const tree = indexTree([0, 1, 2, 2, 1, 0])

  test('folds by skipping', () => {
    expect(visibleRows(tree, () => true)).toEqual([0, 1, 2, 3, 4, 5])
    expect(visibleRows(tree, (index) => index === 0)).toEqual([0, 1, 4, 5])
    expect(visibleRows(tree, () => false)).toEqual([0, 5])
    expect(tree.depth).toBe(3)
    expect([0, 1, 2, 5].map((index) => hasChildren(tree, index))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('shows what matches with everything above it', () => {
    expect(matchingRows(tree, (index) => index === 3)).toEqual([0, 1, 3])
  })
})

describe('the cursor', () => {
  const keyAt = (index: number) => (index < 5 ? `k${index}` : undefined)
  const bounds = { rows: 5, columns: 3 }

  test('stays inside', () => {
    expect(moveTo(START, -1, 9, bounds)).toMatchObject({ row: 0, column: 2 })
  })

  test('selects ranges from where it began, up and down', () => {
    const at = moveTo(START, 2, 0, bounds)
    expect([...extendTo(at, 4, keyAt, bounds).selected]).toEqual(['k2', 'k3', 'k4'])
    expect([...extendTo(at, 1, keyAt, bounds).selected]).toEqual(['k1', 'k2'])
  })

  test('toggles one, and all twice gives none', () => {
    const one = toggle(START, 3, keyAt)
    expect([...one.selected]).toEqual(['k3'])
    expect(toggle(one, 3, keyAt).selected.size).toBe(0)
    const all = selectAll(START, keyAt, bounds)
    expect(all.selected.size).toBe(5)
    expect(selectAll(all, keyAt, bounds).selected.size).toBe(0)
  })
})

describe('keys', () => {
  const place = { column: 0, isTree: true, pageRows: 20 }

  test('fold in the first column of a tree, and move elsewhere', () => {
    expect(gridAction(press('ArrowRight'), place)).toEqual({ do: 'unfold' })
    expect(gridAction(press('ArrowRight'), { ...place, column: 1 })).toMatchObject({ columns: 1 })
    expect(gridAction(press('ArrowRight'), { ...place, isTree: false })).toMatchObject({
      columns: 1,
    })
  })

  test('leave what belongs to others alone', () => {
    expect(gridAction(press('c', { ctrlKey: true }), place)).toBeNull()
    expect(gridAction(press('ArrowDown', { altKey: true }), place)).toBeNull()
    expect(gridAction(press('k'), place)).toBeNull()
  })
})

test.each([
  { top: 0, count: 11_110, first: 0, end: 30 },
  { top: 500, count: 11_110, first: 494, end: 530 },
  { top: 11_100, count: 11_110, first: 11_094, end: 11_110 },
  { top: 900, count: 3, first: 0, end: 3 },
  { top: 0, count: 0, first: 0, end: 0 },
])('of $count rows scrolled by $top, those from $first to $end are drawn', (of) => {
  expect(seenRows(of.top, 630, 28, of.count)).toEqual({ first: of.first, end: of.end })
})

test('rows that others add while a cell is edited show when the edit has ended', () => {
  const shown = (rows: string[], isEditing: boolean) => {
    const given = { rowAt: (index: number) => rows[index], count: rows.length }
    const { rowAt, count } = steadyRows(given, isEditing)
    return Array.from({ length: count }, (_, index) => rowAt(index))
  }
  const [before, after] = [
    ['bolt', 'washer'],
    ['angle', 'bolt', 'washer'],
  ]
  expect(shown(before, false)).toEqual(before)
  expect(shown(before, true)).toEqual(before)
  expect(shown(after, true)).toEqual(before)
  expect(shown(['bolt'], true)).toEqual(before)
  expect(shown(after, false)).toEqual(after)
})
