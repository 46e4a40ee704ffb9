/** The workflow that a change order follows, or will follow once it is submitted, and the problem it began from. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { workflowQuery } from '../api/changes'
import { problemsOfChange } from '../api/item-changes'
import type { ChangeOrder } from '../api/types'
import { workflowQuery as definitionQuery, usableWorkflowsQuery } from '../api/workflows'
import { late } from '../forms/late'
import { IconButton } from '../kit/button'
import { wordOf } from '../kit/i18n'
import { itemAddress } from '../records/item-address'
import { Prop } from '../records/two-lines'
import { t } from './texts'
import { useEditReason } from './use-list-reason'

const OtherWorkflowDialog = late(
  async () => (await import('./other-workflow-dialog')).OtherWorkflowDialog,
)

export function FollowedWorkflow({ order }: { order: ChangeOrder }) {
  const { instance, upcoming } = useQuery(workflowQuery(order.id)).data ?? {}
  const definition = (instance ?? upcoming)?.workflowDefinitionId
  const isNamed = definition !== undefined && !upcoming
  const found = useQuery({ ...definitionQuery(definition ?? ''), enabled: isNamed })
  const name = upcoming?.name ?? found.data?.record.name
  if (!name || !definition) return null
  return (
    <>
      <Link to="/admin/workflows/$id" params={{ id: definition }} className="link">
        {wordOf(name)}
      </Link>
      {upcoming && <OtherWorkflow order={order} usual={definition} />}
    </>
  )
}

/** Offered until the workflow begins, where there is another. */
function OtherWorkflow({ order, usual }: { order: ChangeOrder; usual: string }) {
  const [isAsked, ask] = useState(false)
  const reason = useEditReason(order)
  const usable = useQuery({ ...usableWorkflowsQuery, enabled: !reason }).data ?? []
  const others = usable.filter(({ id }) => id !== usual)
  if (reason || others.length === 0) return null
  return (
    <>
      <IconButton icon={Pencil} label={t('otherWorkflow')} onClick={() => ask(true)} />
      {isAsked && <OtherWorkflowDialog order={order} others={others} onClose={() => ask(false)} />}
    </>
  )
}

/** What it was begun from. */
export function Problems({ id }: { id: string }) {
  const problems = useQuery(problemsOfChange(id)).data
  return problems?.map((problem) => (
    <Prop key={problem.id} name={wordOf(problem.type)}>
      <Link to={itemAddress(problem)} className="link">
        {problem.itemNumber} {problem.name}
      </Link>
    </Prop>
  ))
}
