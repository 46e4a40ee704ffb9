import { expect, test } from 'vitest'
import { isRefusal } from './refused'

test.each([400, 403, 409, 413, 415, 422])('%i says that the list cannot be taken', (status) => {
  expect(isRefusal(status)).toBe(true)
})

test.each([0, 401, 408, 429, 500, 502, 503, 504])('%i says nothing about the list', (status) => {
  expect(isRefusal(status)).toBe(false)
})
