/** What the versions of addresses mean. */

import { expect, test, vi } from 'vitest'
import { isUnknown, versionQuery } from './context'

vi.mock('./find-version', () => ({
  branchOfItem: async (_: string, name: string) => (name === 'work/lighter' ? 'B1' : undefined),
}))

const versionOf = (at: string) => {
  const { queryFn } = versionQuery('ARM', at)
  return (queryFn as () => Promise<Parameters<typeof isUnknown>[0]>)()
}

test('main in the place of a branch that there is not is not edited', async () => {
  const known = await versionOf('work/lighter')
  expect([known.kind, known.context.branchId, isUnknown(known)]).toEqual(['branch', 'B1', false])
  const other = await versionOf('work/lihgter')
  expect([other.kind, other.context, isUnknown(other)]).toEqual(['commit', {}, true])
})
