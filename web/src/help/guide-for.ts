/** Which guide tells of a page; pure. */

/** From the most exact on: the first that the path begins with, or holds after an item's number. */
const GUIDES: readonly (readonly [RegExp, string])[] = [
  [/^\/items\/[^/]+\/(structure|used|compare)/, 'structures'],
  [/^\/items\/[^/]+\/3d/, 'cad'],
  [/^\/items\/[^/]+\/changes/, 'change-orders'],
  [/^\/items\/[^/]+\/files|^\/files/, 'files'],
  [/^\/items\/[^/]+\/history/, 'undo'],
  [/^\/designs\/[^/]+\/(commits|branches|compare|held)/, 'branches-and-locks'],
  [/^\/(items|parts|documents|requirements|tasks|issues|search)/, 'items'],
  [/^\/(designs|programs)/, 'programs-and-designs'],
  [/^\/changes/, 'change-orders'],
  [/^\/import/, 'importing'],
  [/^\/reports/, 'reports'],
  [/^\/design-engine/, 'design-engine'],
  [/^\/admin\/workflows/, 'workflows'],
  [/^\/admin\/(attributes|categories|numbering)/, 'items'],
  [/^\/admin\/(audit|system)/, 'operating'],
  [/^\/(admin|me)/, 'users-and-tokens'],
]

export function guideFor(path: string): string {
  return GUIDES.find(([pattern]) => pattern.test(path))?.[1] ?? 'first-change'
}
