/** Somebody else saved the definition meanwhile: what differs, and a choice; nothing drawn is lost. */

import { useQuery } from '@tanstack/react-query'
import { rolesQuery } from '../api/admin'
import type { Workflow } from '../api/workflows'
import { MeanwhileDialog } from '../forms/meanwhile-dialog'
import { draftOf } from './draft'
import { useLifecycles } from './effects'
import { bothValues } from './rule-text'
import type { HeldDraft } from './use-draft'

export function SaveConflict({ held, theirs }: { held: HeldDraft; theirs: Workflow }) {
  const roles = useQuery(rolesQuery).data ?? []
  const names = { roles, lifecycles: useLifecycles() }
  const values = bothValues(held.value, draftOf(theirs), names)
  return <MeanwhileDialog name={held.base.record.name} id={theirs.id} values={values} held={held} />
}
