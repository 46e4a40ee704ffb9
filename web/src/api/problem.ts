/** A refusal of the server, with what a person needs to know of it. */

import { sentenceOf } from '../kit/i18n'

export interface ProblemDetail {
  field?: string
  message?: string
}

interface Envelope {
  error?: { code?: string; message?: string; details?: ProblemDetail[]; requestId?: string }
}

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: readonly ProblemDetail[] = [],
    readonly requestId: string | null = null,
    /** Seconds to wait, where the server named them. */
    readonly retryAfter: number | null = null,
    /** Whether what was asked for is made once, however often it is asked for. */
    readonly isOnce = false,
  ) {
    super(message)
    this.name = 'Problem'
  }

  static async of(response: Response, body?: unknown): Promise<Problem> {
    const envelope = (body ?? (await response.json().catch(() => ({})))) as Envelope
    const error = envelope.error ?? {}
    return new Problem(
      response.status,
      error.code ?? `HTTP_${response.status}`,
      error.message ?? response.statusText,
      Array.isArray(error.details) ? error.details : [],
      error.requestId ?? response.headers.get('x-request-id'),
      Number(response.headers.get('retry-after')) || null,
    )
  }

  static offline(isOnce = false): Problem {
    return new Problem(0, 'OFFLINE', 'The server cannot be reached.', [], null, null, isOnce)
  }

  /** The sentence for one field of a form. */
  detailOf(field: string): string | undefined {
    const message = this.details.find((detail) => detail.field === field)?.message
    return message && sentenceOf(message)
  }
}

/** The message of what failed because a part of the page did not come; the router knows others, and reloads. */
export const UNLOADED = 'UNLOADED'

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof TypeError || (error as Error | null)?.message === UNLOADED)
    return Problem.offline()
  return new Problem(0, 'UNEXPECTED', error instanceof Error ? error.message : String(error))
}
