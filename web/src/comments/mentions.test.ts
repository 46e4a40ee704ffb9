import { expect, test } from 'vitest'
import { textParts, withMentions } from './mentions'

const ADA = { id: '01a20215-6cb0-7266-b3f5-a31aa308d07d', name: 'Ada' }
const ADA_L = { id: '01a20215-6cb0-7266-b3f5-a31aa308d07e', name: 'Ada Lovelace' }

test('names typed become mentions, the longest name first, and are shown as names', () => {
  const sent = withMentions('Thin, @Ada Lovelace and @Ada?', [ADA, ADA_L])
  expect(sent).toBe(`Thin, @[Ada Lovelace](user:${ADA_L.id}) and @[Ada](user:${ADA.id})?`)
  expect(textParts(sent)).toEqual([
    { text: 'Thin, ', isMention: false },
    { text: '@Ada Lovelace', isMention: true },
    { text: ' and ', isMention: false },
    { text: '@Ada', isMention: true },
    { text: '?', isMention: false },
  ])
})
