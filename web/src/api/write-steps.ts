/** The steps of writes, each of which is made once however often it is asked for. */

export const KEY = 'Idempotency-Key'

/** What a step asks for, and the key under which it does. */
type Steps = Map<string, string>

/** The steps of the last writes, by the keys of the writes. */
const asked = new Map<string, Steps>()
const MOST = 9

/** The steps of writes that broke off: asked again, the server tells what it made of them. */
const broken: Steps = new Map()

/** A proxy that got no answer. */
const LOST = 502

/** A step of the write that `own` names, with a key; `end` takes the status of the answer, if there was one. */
export function stepOf(own: string, what: string) {
  const steps: Steps = asked.get(own) ?? new Map()
  const key = broken.get(what) ?? crypto.randomUUID()
  broken.delete(what)
  asked.set(own, steps.set(what, key))
  for (const oldest of asked.keys()) if (asked.size > MOST) asked.delete(oldest)
  return {
    key,
    end: (status = LOST) => {
      if (status < 400) return
      // What was refused is another one when it is asked again; the steps before it are done.
      if (status < LOST) steps.delete(what)
      breakOff(own)
    },
  }
}

/** Keeps what a write has done for when it is asked for again. */
export function breakOff(own: string) {
  for (const [what, key] of asked.get(own) ?? []) broken.set(what, key)
}

/** What tells a form from others. */
export function formText(form: FormData): string {
  return JSON.stringify([...form], (_, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  )
}
