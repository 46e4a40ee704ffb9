import { expect, test } from 'vitest'
import { type GraphCommit, graphRows } from './lanes'

function commit(
  id: string,
  branchId: string,
  parentId: string | null,
  other: string | null = null,
) {
  return { id, branchId, parentId, mergeParentId: other } satisfies GraphCommit
}

test('a branch has a lane from its last commit to the one that it was made from', () => {
  const rows = graphRows(
    [
      commit('m3', 'main', 'm2', 'a2'),
      commit('m2', 'main', 'm1'),
      commit('a2', 'a', 'a1'),
      commit('b1', 'b', 'm1'),
      commit('a1', 'a', 'm1'),
      commit('m1', 'main', null),
    ],
    'main',
  )
  expect(rows.map(({ lane }) => lane)).toEqual([0, 0, 1, 2, 1, 0])
  expect(rows[0]).toEqual({ lane: 0, above: [], below: [0, 1], forks: [], merge: 1 })
  expect(rows[3]).toEqual({ lane: 2, above: [0, 1], below: [0, 1, 2], forks: [], merge: null })
  expect(rows[5]).toEqual({ lane: 0, above: [0, 1, 2], below: [], forks: [1, 2], merge: null })
})

test('a lane is free again once its branch ends, and a rebase leads to main', () => {
  const rows = graphRows(
    [
      commit('b1', 'b', 'm2'),
      commit('m2', 'main', 'm1'),
      commit('a2', 'a', 'a1', 'm1'),
      commit('a1', 'a', 'm1'),
      commit('m1', 'main', null),
    ],
    'main',
  )
  expect(rows.map(({ lane }) => lane)).toEqual([1, 0, 1, 1, 0])
  expect(rows[1]?.forks).toEqual([1])
  expect(rows[2]?.merge).toBe(0)
})

test('a commit whose parents are not loaded yet goes on below', () => {
  const rows = graphRows([commit('m9', 'main', 'm8', 'z4'), commit('q3', 'q', 'q2')], 'main')
  expect(rows[0]).toEqual({ lane: 0, above: [], below: [0], forks: [], merge: null })
  expect(rows[1]).toEqual({ lane: 1, above: [0], below: [0, 1], forks: [], merge: null })
})
