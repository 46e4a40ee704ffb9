import { expect, test } from 'vitest'
import type { Session } from '../api/sessions'
import { nextAction } from './steps'

const session = (changed: object) =>
  ({
    stage: 'bom_drafting',
    status: 'active',
    isRunning: false,
    error: null,
    artifacts: { bom: null, pendingClarificationId: null },
    ...changed,
  }) as unknown as Session

test('a structure whose drafting was paused is resumed, and begun where it was not', () => {
  expect(nextAction(session({}))).toBe('start_bom')
  expect(nextAction(session({ status: 'paused' }))).toBe('resume')
  expect(nextAction(session({ status: 'failed', error: 'The server failed' }))).toBe('resume')
  expect(nextAction(session({ status: 'paused', isRunning: true }))).toBeNull()
})

test('an assembly whose parts were made anew is composed again before it is confirmed', () => {
  const holding = (status: string) => {
    const leg = { tempId: 'leg', children: [], assemblyComposition: { status } }
    const rootAssembly = { tempId: 'top', children: [leg], assemblyComposition: null }
    return { bom: { rootAssembly }, pendingClarificationId: null }
  }
  for (const [stage, ready] of [
    ['assembly_review', 'confirm_assembly'],
    ['complete', null],
  ] as const) {
    expect(nextAction(session({ stage, artifacts: holding('complete') }))).toBe(ready)
    const stale = session({ stage, artifacts: holding('pending') })
    expect(nextAction(stale)).toBe('start_assembly_composition')
  }
})
