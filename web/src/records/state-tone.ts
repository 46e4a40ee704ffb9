/** What a state means, for its colour and its shape; pure. */

export type Tone = 'begun' | 'waiting' | 'agreed' | 'done' | 'gone'

const TONES: Readonly<Record<string, Tone>> = {
  Draft: 'begun',
  Open: 'begun',
  Proposed: 'begun',
  'In Review': 'waiting',
  'In Progress': 'waiting',
  Submitted: 'waiting',
  'Under Review': 'waiting',
  'On Hold': 'waiting',
  Approved: 'agreed',
  Released: 'done',
  Resolved: 'done',
  Closed: 'done',
  Done: 'done',
  Completed: 'done',
  Active: 'done',
  Superseded: 'gone',
  Obsolete: 'gone',
  Cancelled: 'gone',
  Rejected: 'gone',
}

/** States of people's own workflows are told apart by their words alone. */
export function toneOf(state: string): Tone {
  return TONES[state] ?? 'begun'
}
