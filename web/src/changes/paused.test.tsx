/** What is shown of a change order while nothing of it can be read. */

import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChangeOrder } from '../api/types'
import { AffectedList } from './affected-list'
import { DecisionDialog } from './decisions'
import { Redlines } from './redlines'
import { StepHistory } from './step-history'
import texts from './texts.en.json'

vi.mock('../kit/toast', () => ({ ToastRegion: () => null }))

afterEach(() => onlineManager.setOnline(true))

const order = { id: 'ECO' } as ChangeOrder

test.each<[string, ReactNode, string]>([
  ['steps', <StepHistory key="s" id="ECO" />, texts.noSteps],
  ['items', <AffectedList key="a" order={order} />, texts.noItems],
  ['changes', <Redlines key="r" order={order} />, texts.noChanges],
])('that there are no %s is not said before the server says it', (_, page, nothing) => {
  onlineManager.setOnline(false)
  const shown = renderToString(
    <QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>,
  )
  expect(shown).not.toContain(nothing)
  expect(shown).not.toBe('')
})

test.each([
  ['reject', true],
  ['approve', false],
] as const)('who votes to %s is asked for a reason: %s', (kind, isAsked) => {
  const asked = { label: kind, decision: { kind } }
  const shown = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <DecisionDialog order={order} asked={asked} onClose={() => {}} />
    </QueryClientProvider>,
  )
  expect(/<textarea[^>]* required/.test(shown)).toBe(isAsked)
  expect(shown).toContain(isAsked ? texts.reasonForChange : texts.comment)
})
