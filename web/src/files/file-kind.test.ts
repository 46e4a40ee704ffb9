import { expect, test } from 'vitest'
import { fileKind } from './file-kind'

test.each([
  ['base.STEP', 'application/octet-stream', 'cad'],
  ['drawing.pdf', 'application/octet-stream', 'pdf'],
  ['photo', 'image/png', 'image'],
  ['hostile.svg', 'text/html', 'image'],
  ['page.html', 'text/html', 'text'],
  ['list.csv', 'application/vnd.ms-excel', 'text'],
  ['firmware.bin', 'application/octet-stream', 'other'],
])('%s as %s is looked at as %s', (originalFileName, mimeType, kind) => {
  expect(fileKind({ originalFileName, mimeType })).toBe(kind)
})
