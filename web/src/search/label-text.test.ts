import { expect, test } from 'vitest'
import { readLabel } from './label-text'

test.each([
  ['https://plm.example.org/i/PN-000031', { number: 'PN-000031' }],
  [' http://10.0.0.2:8000/i/A%2F1?rev=B ', { number: 'A/1' }],
  ['https://elsewhere.org/shop/1', { text: 'https://elsewhere.org/shop/1' }],
  ['https://plm.example.org/i/%E0%A4%A', { text: 'https://plm.example.org/i/%E0%A4%A' }],
  ['PN-000031', { text: 'PN-000031' }],
])('%s', (content, read) => expect(readLabel(content)).toEqual(read))
