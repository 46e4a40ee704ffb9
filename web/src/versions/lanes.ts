/** The lanes of a commit graph: one for each branch while it lives; pure. */

export interface GraphCommit {
  id: string
  branchId: string
  parentId: string | null
  mergeParentId: string | null
}

export interface GraphRow {
  lane: number
  /** Lanes that come from above, and those that go on below. */
  above: readonly number[]
  below: readonly number[]
  /** Lanes from above that end in this commit: branches that were made from it. */
  forks: readonly number[]
  /** Where the other parent of a merge or a rebase goes on. */
  merge: number | null
}

interface Lane {
  branchId: string
  /** The commit that it comes to next; null when that is its own branch's, whichever. */
  waitsFor: string | null
}

/** Commits from the newest on; `main` keeps the first lane. */
export function graphRows(commits: readonly GraphCommit[], main: string): GraphRow[] {
  const branchOf = new Map(commits.map(({ id, branchId }) => [id, branchId]))
  const lanes: (Lane | undefined)[] = []
  return commits.map((commit) => rowOf(commit, lanes, branchOf, main))
}

function rowOf(
  commit: GraphCommit,
  lanes: (Lane | undefined)[],
  branchOf: ReadonlyMap<string, string>,
  main: string,
): GraphRow {
  const above = occupied(lanes)
  const lane = laneOf(lanes, commit.branchId, main)
  const forks = above.filter((at) => at !== lane && lanes[at]?.waitsFor === commit.id)
  for (const at of forks) lanes[at] = undefined
  lanes[lane] =
    commit.parentId === null
      ? undefined
      : { branchId: commit.branchId, waitsFor: awayFrom(commit, branchOf) }
  const other = commit.mergeParentId
  const merged = other === null ? undefined : branchOf.get(other)
  const merge = merged === undefined ? null : laneOf(lanes, merged, main)
  if (merge !== null && merged !== undefined) {
    lanes[merge] ??= { branchId: merged, waitsFor: null }
  }
  return { lane, above, below: occupied(lanes), forks, merge: merge === lane ? null : merge }
}

/** The parent where it is on another branch, so that the lane ends there. */
function awayFrom(commit: GraphCommit, branchOf: ReadonlyMap<string, string>): string | null {
  const { parentId, branchId } = commit
  if (parentId === null) return null
  const parent = branchOf.get(parentId)
  return parent !== undefined && parent !== branchId ? parentId : null
}

function laneOf(lanes: readonly (Lane | undefined)[], branchId: string, main: string): number {
  if (branchId === main) return 0
  const own = lanes.findIndex((lane) => lane?.branchId === branchId)
  if (own > 0) return own
  for (let at = 1; ; at += 1) if (lanes[at] === undefined) return at
}

function occupied(lanes: readonly (Lane | undefined)[]): number[] {
  return lanes.flatMap((lane, at) => (lane === undefined ? [] : [at]))
}
