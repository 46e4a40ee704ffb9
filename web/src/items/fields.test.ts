import { expect, test } from 'vitest'
import type { FileRecord } from '../api/files'
import { comparedFields, comparedFiles, fileRow } from './compared-fields'
import { type AnyItem, valueLabel } from './fields'
import { lastingUnits, pastText } from './past-values'

test('words begin with a capital letter, units do not', () => {
  expect(['low', 'medium', 'kg', 'mm'].map(valueLabel)).toEqual(['Low', 'Medium', 'kg', 'mm'])
})

test('figures of the past have a unit only where it never changed', () => {
  const item = { type: 'Part', weightUnit: 'g', costCurrency: 'EUR' } as unknown as AnyItem
  const heavier = { changes: { weight: { from: '1200', to: '1300.5' } } }
  const units = lastingUnits(item, [heavier], true)
  expect(pastText('weight', '1300.5', units.weight)).toBe('1,300.5 g')
  expect(pastText('cost', '0.5', units.cost)).toBe('0.50 EUR')
  expect(lastingUnits(item, [heavier], false)).toEqual({})
  const inGrams = { changes: { weightUnit: { from: 'kg', to: 'g' } } }
  expect(lastingUnits(item, [heavier, inGrams], true)).toEqual({ cost: 'EUR' })
  expect(pastText('material', '1.4301')).toBe('1.4301')
})

test('of an item in two versions its fields, attributes and files are compared', () => {
  const item = (told: object) =>
    ({ type: 'Part', name: 'Plate', weightUnit: 'kg', ...told }) as unknown as AnyItem
  const before = item({ revision: 'A', weight: '0.6', attributes: { Finish: 'raw' } })
  const after = item({ revision: '-', weight: '0.9', attributes: { Finish: 'raw', Boss: 'yes' } })
  expect(
    comparedFields(before, after).map(({ key, from, to, more }) => [key, from, to, more]),
  ).toEqual([
    ['weight', '0.6 kg', '0.9 kg', '+50 %'],
    ['attributes.Boss', '', 'yes', ''],
  ])
  expect(comparedFields(before, { ...after, revision: 'B' })[0]).toMatchObject({
    from: 'A',
    to: 'B',
  })
  const file = (id: string, originalFileName: string, checksum: string) =>
    ({ id, originalFileName, checksum, version: 1 }) as FileRecord
  const pairs = comparedFiles(
    [file('1', 'plate.step', 'old'), file('2', 'note.txt', 'same'), file('3', 'gone.pdf', 'x')],
    [file('1', 'plate_b.step', 'new'), file('9', 'note.txt', 'same'), file('4', 'more.png', 'y')],
  )
  expect(pairs.map(fileRow).map(({ sign, from, to }) => [sign, from, to])).toEqual([
    ['~', 'plate.step, version 1', 'plate_b.step, version 1'],
    ['+', '', 'more.png, version 1'],
    ['−', 'gone.pdf, version 1', ''],
  ])
})
