/** Chooses main or a branch to look at; the address keeps it. */

import { useNavigate } from '@tanstack/react-router'
import { BranchMenu, useOpenBranches } from './branch-menu'
import { useItemHere } from './use-item'

export function VersionMenu() {
  const { item, version } = useItemHere()
  const navigate = useNavigate()
  const branches = useOpenBranches(item.designId ?? undefined)
  if (branches.length === 0 && version.kind === 'main') return null
  const go = (at: string | undefined) =>
    void navigate({ to: '.', search: (now) => ({ ...now, at }) })
  return <BranchMenu version={version} branches={branches} onGo={go} />
}
