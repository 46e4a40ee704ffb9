/** The draft of a definition between reading and saving: kept through refusals and other people's saves. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Tagged } from '../api/client'
import { type HeldEdit, useHeldEdit } from '../api/held-edit'
import { saveWorkflow, type Workflow, workflowKeys, workflowQuery } from '../api/workflows'
import { notify } from '../kit/toast'
import { type Draft, draftOf, isSame } from './draft'
import { findingText } from './finding-text'
import { t } from './texts'

const DELAY_MS = 300

export type HeldDraft = HeldEdit<Workflow, Draft>

export function useDraft(found: Tagged<Workflow>): HeldDraft {
  const client = useQueryClient()
  const { id } = found.record
  return useHeldEdit({
    found,
    draftFrom: draftOf,
    isSame,
    readAnew: () => client.fetchQuery({ ...workflowQuery(id), staleTime: 0 }),
    send: (body: Draft, headers) => saveWorkflow(id, { ...body }, headers),
    changes: [workflowKeys],
    done: t('saved'),
    onRefusal: (problem, tried) => {
      if (problem.status !== 400 || problem.details.length === 0) return false
      const [text = '', ...more] = problem.details.map(({ field = '', message = '' }) =>
        findingText(tried, { path: field, message }),
      )
      notify({ kind: 'bad', text, note: more.join('; ') || undefined })
      return true
    },
  })
}

/** What the server is asked to check: the draft as the next version of the workflow. */
export function bodyOf(workflow: Workflow, draft: Draft, more: object = {}) {
  const { id, definitionType, workflowType } = workflow
  return { ...draft, definitionType, workflowType, workflowId: id, ...more }
}

/** The value once it has stayed for a moment, so that not every letter is asked about. */
export function useDelayed<V>(value: V): V {
  const text = JSON.stringify(value)
  const [stayed, setStayed] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setStayed(text), DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(stayed) as V
}
