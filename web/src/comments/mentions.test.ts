import { expect, test } from 'vitest'
import { beginOfMention, mentioned, stillMeant, textParts, withMentions } from './mentions'

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

test('a name begun after an @ is completed where the caret stands', () => {
  const begun = (text: string) => beginOfMention(text, text.length)
  expect(['@', 'Thin, @ad', '(@Ada L', '@Ada Lovelace is she '].map(begun)).toEqual([
    '',
    'ad',
    'Ada L',
    null,
  ])
  expect(['ada@example.com', 'none', '@ ', '@[Ada](user:1)'].map(begun)).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(mentioned('Thin, @ad today', 9, 'Ada Lovelace')).toEqual({
    text: 'Thin, @Ada Lovelace today',
    caret: 20,
  })
})

test('nobody is offered any more whom the text goes on without', () => {
  const found = [
    { name: 'Ada Lovelace', email: 'ada@example.com' },
    { name: 'Alan Turing', email: null },
  ]
  const names = (begun: string) => stillMeant(found, begun).map(({ name }) => name)
  expect(names('')).toEqual(['Ada Lovelace', 'Alan Turing'])
  expect(names('ALAN ')).toEqual(['Alan Turing'])
  expect(names('ada@')).toEqual(['Ada Lovelace'])
  expect(names('Alan Turing ?')).toEqual([])
})
