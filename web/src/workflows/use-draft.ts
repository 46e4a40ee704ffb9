/** The draft of a definition between reading and saving: kept through refusals and other people's saves. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Tagged } from '../api/client'
import { saveWorkflow, type Workflow, workflowKeys, workflowQuery } from '../api/workflows'
import { useWrite } from '../api/write'
import { type Draft, draftOf, isSame } from './draft'
import { t } from './texts'

const DELAY_MS = 300

export function useDraft(found: Tagged<Workflow>) {
  const client = useQueryClient()
  // What the edits began from; newer versions do not change it while there are edits.
  const [base, setBase] = useState(found)
  const [draft, edit] = useState(() => draftOf(found.record))
  const [theirs, setTheirs] = useState<Tagged<Workflow> | null>(null)
  const isChanged = !isSame(draft, draftOf(base.record))
  useEffect(() => {
    if (isChanged || found.etag === base.etag) return
    setBase(found)
    edit(draftOf(found.record))
  }, [found, base, isChanged])
  const { id } = found.record
  const readAnew = () => client.fetchQuery({ ...workflowQuery(id), staleTime: 0 })
  const write = useWrite({
    send: ({ body }: { body: Draft; etag: string | null }, headers) =>
      saveWorkflow(id, { ...body }, headers),
    etag: ({ etag }) => etag,
    changes: [workflowKeys],
    done: t('saved'),
    onDone: async () => {
      const now = await readAnew()
      setBase(now)
      edit(draftOf(now.record))
    },
    onProblem: (problem) => {
      if (problem.status === 412) void readAnew().then(setTheirs)
      return problem.status === 412
    },
  })
  const begin = (from: Tagged<Workflow>) => {
    setBase(from)
    edit(draftOf(from.record))
    setTheirs(null)
  }
  return {
    draft,
    edit,
    isChanged,
    isSaving: write.isPending,
    theirs,
    save: () => write.mutate({ body: draft, etag: base.etag }),
    discard: () => begin(base),
    takeTheirs: begin,
    takeMine: (over: Tagged<Workflow>) => {
      setTheirs(null)
      write.mutate({ body: draft, etag: over.etag })
    },
  }
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
