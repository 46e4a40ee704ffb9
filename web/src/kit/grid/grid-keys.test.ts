/** What Enter, digits and other keys do where a cell can be edited, and where it cannot. */

import type { KeyboardEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { START } from './selection'
import type { GridProps } from './types'
import { useGridKeys as gridKeys } from './use-grid-keys'

type Row = { isReleased: boolean }

/** The grid that stands on a cell that can be edited unless its row is released. */
function standing(row: Row, more: object = {}) {
  const told = {
    startEdit: vi.fn(),
    stopEdit: vi.fn(),
    onOpen: vi.fn(),
    onState: vi.fn(),
  }
  const edit = {
    kind: 'number',
    value: () => '1',
    reason: () => (row.isReleased ? 'It is released' : null),
  }
  const column = { id: 'quantity', label: 'Qty', text: () => '1', edit, left: 0, width: 50 }
  const props = {
    count: 2,
    rowAt: () => row,
    keyOf: () => 'row',
    state: START,
    onChanges: () => {},
    onOpen: told.onOpen,
    onState: told.onState,
  } as unknown as GridProps<Row>
  const helm = { props, columns: [column], pageRows: 5, isEditing: false, isNarrow: false }
  const { onKeyDown } = gridKeys({ ...helm, ...told, ...more } as never)
  const box = {}
  const press = (key: string, target: object = box) =>
    onKeyDown({
      key,
      target,
      currentTarget: box,
      preventDefault: () => {},
      stopPropagation: () => {},
    } as unknown as KeyboardEvent)
  return { ...told, press }
}

test('Enter and a digit edit the cell', () => {
  const { press, startEdit, onOpen } = standing({ isReleased: false })
  press('Enter')
  press('7')
  expect(startEdit).toHaveBeenCalledTimes(2)
  expect(onOpen).not.toHaveBeenCalled()
})

test('Enter opens the row of a cell that cannot be edited now', () => {
  const { press, startEdit, onOpen } = standing({ isReleased: true })
  press('Enter')
  expect(startEdit).not.toHaveBeenCalled()
  expect(onOpen).toHaveBeenCalledOnce()
})

test('where rows have no cells, Enter opens and digits do nothing', () => {
  const { press, startEdit, onOpen } = standing({ isReleased: false }, { isNarrow: true })
  press('Enter')
  press('7')
  expect(startEdit).not.toHaveBeenCalled()
  expect(onOpen).toHaveBeenCalledOnce()
})

test('keys of an editor are its own, and one that is out of sight is given up', () => {
  const { press, stopEdit, onState } = standing({ isReleased: false }, { isEditing: true })
  press('ArrowDown', {})
  expect(onState).not.toHaveBeenCalled()
  press('ArrowDown')
  expect(stopEdit).toHaveBeenCalledOnce()
  expect(onState).toHaveBeenCalledOnce()
})
