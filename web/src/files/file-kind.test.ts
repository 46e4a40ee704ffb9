import { expect, test } from 'vitest'
import { downloadAddress, thumbnailAddress } from '../api/file-addresses'
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

test('a file is read on the branch that it is looked at on', () => {
  const file = { id: 'f', branchId: 'b' }
  expect(downloadAddress(file, 2)).toBe('/api/files/f/versions/2/download?branchId=b')
  expect(thumbnailAddress(file)).toBe('/api/files/f/thumbnail?branchId=b')
  expect(downloadAddress({ id: 'f', branchId: null })).toBe('/api/files/f/download')
  expect(thumbnailAddress({ id: 'f', commitId: 'c' }, 64)).toBe(
    '/api/files/f/thumbnail?commitId=c&size=64',
  )
})
