/** Whether a trial says that the import itself would be refused, and for which reason; pure. */

import type { Problem } from '../api/problem'

/** Who asks is unknown, or asks too slowly or too often: nothing about the list. */
const OF_THE_MOMENT = [401, 408, 429]

/** A server that is away, slow or broken just now may well take what the trial could not tell. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !OF_THE_MOMENT.includes(status)
}

const REASONS = {
  NO_NAME_COLUMN: 'unread_name',
  DUPLICATE_HEADERS: 'unread_twice',
  BROKEN_FILE: 'unread_broken',
  UNKNOWN_ENCODING: 'unread_broken',
} as const
type Reason = (typeof REASONS)[keyof typeof REASONS] | 'unread_export'

/** What other programs write, and no spreadsheet opens. */
const EXPORTS = /\.(jsonl?|urdf|step|stp)$/i

const COLUMN = 'mapping.'

/** The key of what the page itself says of a refusal; the server ends its own words with a code. */
export function reasonOf({ details }: Pick<Problem, 'details'>, fileName: string): Reason | null {
  const told = details.find(({ field }) => field === 'file')?.message
  const code = told && /\((\w+)\)$/.exec(told)?.[1]
  const reason = code && code in REASONS ? REASONS[code as keyof typeof REASONS] : null
  return reason === 'unread_broken' && EXPORTS.test(fileName) ? 'unread_export' : reason
}

/** The columns of which a choice may make the list readable. */
export function openColumns({ details }: Pick<Problem, 'details'>): string[] {
  return details.flatMap(({ field }) =>
    field?.startsWith(COLUMN) ? [field.slice(COLUMN.length)] : [],
  )
}
