/** The workflow that a change order follows, or will follow once it is submitted. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { workflowQuery } from '../api/changes'
import { workflowQuery as definitionQuery } from '../api/workflows'
import { wordOf } from '../kit/i18n'

export function FollowedWorkflow({ id }: { id: string }) {
  const { instance, upcoming } = useQuery(workflowQuery(id)).data ?? {}
  const definition = (instance ?? upcoming)?.workflowDefinitionId
  const isNamed = definition !== undefined && !upcoming
  const found = useQuery({ ...definitionQuery(definition ?? ''), enabled: isNamed })
  const name = upcoming?.name ?? found.data?.record.name
  if (!name || !definition) return null
  return (
    <Link to="/admin/workflows/$id" params={{ id: definition }} className="link">
      {wordOf(name)}
    </Link>
  )
}
