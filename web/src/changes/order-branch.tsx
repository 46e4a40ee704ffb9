/** The branch that a change is made on, in each design that it reaches so far. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GitBranch } from 'lucide-react'
import { type Affected, affectedQuery } from '../api/changes'
import { designQuery } from '../api/designs'
import type { ChangeOrder } from '../api/types'
import own from './affected.module.css'
import { t } from './texts'

const FEW = 3

/** One design's branch is led to by its name; of several, the designs' names lead to each. */
export function OrderBranch({ order }: { order: ChangeOrder }) {
  const branches = branchesOf(useQuery(affectedQuery(order.id)).data?.affectedItems ?? [])
  const name = `eco/${order.itemNumber}`
  const [first, ...others] = branches
  if (!first) return null
  return (
    <span className={own.branch}>
      <GitBranch size={14} />
      {others.length === 0 ? (
        <BranchLink {...first} name={name} />
      ) : (
        <>
          <span className="mono">{name}</span>
          {branches.slice(0, FEW).map((branch) => (
            <BranchLink key={branch.id} {...branch} />
          ))}
          {branches.length > FEW && t('andMore', { count: branches.length - FEW })}
        </>
      )}
    </span>
  )
}

function branchesOf(items: readonly Affected[]): { id: string; designId: string }[] {
  const found = new Map<string, string>()
  for (const { branchId, designId } of items)
    if (branchId && designId) found.set(branchId, designId)
  return [...found].map(([id, designId]) => ({ id, designId }))
}

interface BranchLinkProps {
  id: string
  designId: string
  /** Of the branch; without it the design is named. */
  name?: string
}

function BranchLink({ id, designId, name }: BranchLinkProps) {
  const design = useQuery(designQuery(designId)).data?.record
  if (!design) return name ? <span className="mono">{name}</span> : null
  return (
    <Link
      to={`/designs/${encodeURIComponent(design.code)}/branches/${id}` as string}
      className={name && 'mono'}
      title={name && design.name}
    >
      {name ?? design.code}
    </Link>
  )
}
