/** What `?at=` of an address means: main, a branch by its name, or as of a commit. */

import { queryOptions } from '@tanstack/react-query'
import { type Context, MAIN } from './items'

export interface Version {
  /** A commit is only read, and so is main in the place of a branch that is not known here. */
  kind: 'main' | 'branch' | 'commit'
  /** The words of the address; undefined on main. */
  at: string | undefined
  context: Context
}

/** Whether no branch of that name is known here, so that main is shown in its place. */
export function isUnknown({ kind, context }: Version): boolean {
  return kind === 'commit' && !context.commitId
}

export const MAIN_VERSION: Version = { kind: 'main', at: undefined, context: MAIN }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Only a branch has to be looked for, and few addresses name one. */
export async function versionAt(
  at: string | undefined,
  branchOf: (finders: typeof import('./find-version'), name: string) => Promise<string | undefined>,
): Promise<Version> {
  if (!at || at === 'main') return MAIN_VERSION
  if (UUID.test(at)) return { kind: 'commit', at, context: { commitId: at } }
  const branchId = await branchOf(await import('./find-version'), at)
  return branchId
    ? { kind: 'branch', at, context: { branchId } }
    : { kind: 'commit', at, context: MAIN }
}

export function versionQuery(ref: string, at: string | undefined) {
  return queryOptions({
    queryKey: ['version', ref, at],
    queryFn: () => versionAt(at, (find, name) => find.branchOfItem(ref, name)),
    staleTime: 60_000,
  })
}
