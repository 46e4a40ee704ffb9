import { InterleavedBuffer, InterleavedBufferAttribute } from 'three'
import { expect, test } from 'vitest'
import { packed } from './edges'

test('places with room between them are read without it', () => {
  const data = new InterleavedBuffer(new Int16Array([1, 2, 3, 0, 4, 5, 6, 0]), 4)
  expect([...Array.from(packed(new InterleavedBufferAttribute(data, 3, 0)))]).toEqual([
    1, 2, 3, 4, 5, 6,
  ])
})
