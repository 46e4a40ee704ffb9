/** Long imports, which the server does behind the request: followed until they end. */

import { createStore } from '../kit/store'
import { request } from './client'
import { Problem } from './problem'
import type { Answer } from './types'
import type { WriteHeaders } from './write'

export type ImportJob = Answer<'/api/import-jobs', 'get'>['jobs'][number]

/** The job that is waited for; null where there is none. */
export const jobFollowed = createStore<ImportJob | null>(null)

const AGAIN_MS = 700

/** What the request would have answered; a Problem where it would have been refused. */
export async function outcomeOf<T>(begun: ImportJob): Promise<T> {
  let job = begun
  try {
    for (;;) {
      jobFollowed.set(job)
      if (job.state !== 'waiting' && job.state !== 'working') break
      await new Promise((wake) => setTimeout(wake, AGAIN_MS))
      const path = `/api/import-jobs/${job.id}`
      job = (await request<{ job: ImportJob }>('GET', path)).record.job
    }
  } finally {
    jobFollowed.set(null)
  }
  if (job.outcome !== null) return job.outcome as T
  const { code, message, details } = job.error ?? { code: job.state, message: '', details: [] }
  throw new Problem(job.status ?? 0, code.toUpperCase(), message, details)
}

export async function cancelJob(id: string, headers: WriteHeaders): Promise<void> {
  await request('POST', `/api/import-jobs/${id}/cancel`, { headers: { ...headers } })
}
