/** The one hook for every write: guarded, repeatable, undone when refused, and told to the user. */

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '../kit/toast'
import { type Problem, problemOf } from './problem'
import { tellProblem } from './tell'
import { breakOff, KEY } from './write-steps'

export interface WriteHeaders {
  'If-Match'?: string
  'Idempotency-Key': string
}

interface Optimistic<V, D> {
  key: (input: V) => QueryKey
  /** The record as it will be; only for single fields that can be put back. */
  apply: (input: V, before: D) => D
}

export interface WriteOptions<V, R, D = unknown> {
  send: (input: V, headers: WriteHeaders) => Promise<R>
  /** The state that the user saw; a newer one on the server refuses the write. */
  etag?: (input: V) => string | null | undefined
  optimistic?: Optimistic<V, D>
  /** Writes of one name wait for each other. */
  scope?: string
  /** Which answers are no longer true after it. */
  changes?: readonly QueryKey[] | ((input: V, result: R) => readonly QueryKey[])
  /** What to say when it worked; nothing where the page itself shows it. */
  done?: string | ((result: R, input: V) => string)
  onDone?: (result: R, input: V) => void
  /** Takes the problem over; true when it told the user. */
  onProblem?: (problem: Problem, input: V) => boolean | undefined
}

export function useWrite<V = void, R = unknown, D = unknown>(options: WriteOptions<V, R, D>) {
  const client = useQueryClient()
  return useMutation<R, unknown, V, { key: QueryKey; before: D | undefined } | undefined>({
    retry: 0,
    ...(options.scope && { scope: { id: options.scope } }),
    mutationFn: (input) => {
      const etag = options.etag?.(input)
      const headers: WriteHeaders = { 'Idempotency-Key': crypto.randomUUID() }
      if (etag) headers['If-Match'] = etag
      return options.send(input, headers).catch((error) => {
        if (problemOf(error).code === 'OFFLINE') breakOff(headers[KEY])
        throw error
      })
    },
    onMutate: async (input) => {
      if (!options.optimistic) return undefined
      const key = options.optimistic.key(input)
      await client.cancelQueries({ queryKey: key })
      const before = client.getQueryData<D>(key)
      if (before !== undefined) client.setQueryData(key, options.optimistic.apply(input, before))
      return { key, before }
    },
    onError: (error, input, kept) => {
      if (kept?.before !== undefined) client.setQueryData(kept.key, kept.before)
      const problem = problemOf(error)
      if (!options.onProblem?.(problem, input)) tellProblem(problem)
    },
    onSuccess: (result, input) => {
      const text = typeof options.done === 'function' ? options.done(result, input) : options.done
      if (text) notify({ kind: 'good', text })
      options.onDone?.(result, input)
    },
    onSettled: async (result, _error, input) => {
      const { changes } = options
      const keys = typeof changes === 'function' ? result && changes(input, result) : changes
      await Promise.all((keys || []).map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}
