/** Long imports, which the server does behind the request: followed until they end. */

import { createStore } from '../kit/store'
import { request } from './client'
import { Problem, problemOf } from './problem'
import type { Answer } from './types'
import type { WriteHeaders } from './write'

export type ImportJob = Answer<'/api/import-jobs', 'get'>['jobs'][number]

/** The job that is waited for; null where there is none. */
export const jobFollowed = createStore<ImportJob | null>(null)

const AGAIN_MS = 700
/** Of answers that say nothing of the job: no connection, too many requests, a server that restarts. */
const PASSING = [0, 429, 502, 503]

/**
 * What the request would have answered; a Problem where it would have been refused.
 *
 * Nobody waits for it any more once the signal is given: then the job is ended.
 */
export async function outcomeOf<T>(begun: ImportJob, signal?: AbortSignal): Promise<T> {
  let job = begun
  try {
    for (;;) {
      if (signal?.aborted) await cancelJob(job.id)
      signal?.throwIfAborted()
      jobFollowed.set(job)
      if (job.state !== 'waiting' && job.state !== 'working') break
      await new Promise((wake) => setTimeout(wake, AGAIN_MS))
      job = await lookAgain(job)
    }
  } finally {
    // Another job may be followed by now.
    if (jobFollowed.get()?.id === job.id) jobFollowed.set(null)
  }
  if (job.outcome !== null) return job.outcome as T
  const { code, message, details } = job.error ?? { code: job.state, message: '', details: [] }
  throw new Problem(job.status ?? 0, code.toUpperCase(), message, details)
}

/** The job as it is now, or as it was where the server cannot be asked: the import goes on without. */
async function lookAgain(job: ImportJob): Promise<ImportJob> {
  try {
    const path = `/api/import-jobs/${job.id}`
    return (await request<{ job: ImportJob }>('GET', path)).record.job
  } catch (error) {
    if (PASSING.includes(problemOf(error).status)) return job
    throw error
  }
}

export async function cancelJob(id: string, headers?: WriteHeaders): Promise<void> {
  await request('POST', `/api/import-jobs/${id}/cancel`, { headers: { ...headers } })
}
