const LISTS: Readonly<Record<string, string>> = {
  Part: '/parts',
  Document: '/documents',
  Requirement: '/requirements',
  Task: '/tasks',
  Issue: '/issues',
  ChangeOrder: '/changes',
}

/** The list that items of a type stand in. */
export function listAddress(type: string): string {
  return LISTS[type] ?? '/items'
}
