import { expect, test, vi } from 'vitest'
import { queryClient } from '../api/query-client'
import { aboutOf, namesOf } from './subject'

vi.mock('../kit/i18n', async (original) => ({
  ...(await original<object>()),
  wordOf: (word: string) => `${word} in German`,
}))

const ID = '01a20c1c-0ca5-71e0-b03c-7c85768af8f1'
const entry = (action: string, body: object | null, subject: string | null = ID) => ({
  action,
  subject,
  details: body && { body },
})

test('an entry is about what it names, by its name where it is known', () => {
  const names = new Map([[ID, 'Ada Lovelace']])
  expect(aboutOf(entry('user.changed', { roleIds: [] }), names)).toBe('Ada Lovelace')
  expect(aboutOf(entry('user.created', { email: 'ada@example.com', name: 'Ada' }))).toBe('Ada')
  expect(aboutOf(entry('order.moved', { comment: 'Go' }))).toBe('01a20c1c…f8f1')
  expect(aboutOf(entry('file.downloaded', null, 'drawing.pdf'))).toBe('drawing.pdf')
  expect(aboutOf(entry('user.signed_on', { email: 'ada@example.com' }, null))).toBe(
    'ada@example.com',
  )
  // Of several ids in an address those that are known tell it.
  expect(aboutOf(entry('member.removed', null, `02${ID.slice(2)}/${ID}`), names)).toBe(
    'Ada Lovelace',
  )
  expect(aboutOf(entry('file.downloaded', null, `${ID}/${ID}`))).toBe(
    '01a20c1c…f8f1 / 01a20c1c…f8f1',
  )
  expect(aboutOf(entry('server.configured', null, null))).toBe('')
})

test('built-in roles are named in the language of the reader', async () => {
  vi.spyOn(queryClient, 'fetchQuery').mockResolvedValue([{ id: ID, name: 'Engineer' }])
  const names = await namesOf([entry('role.changed', {})])
  expect(aboutOf(entry('role.changed', {}), names)).toBe('Engineer in German')
})
