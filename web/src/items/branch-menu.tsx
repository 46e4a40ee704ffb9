/** The choice of main or of one of a design's open branches. */

import { useQuery } from '@tanstack/react-query'
import { GitBranch, History } from 'lucide-react'
import type { Version } from '../api/context'
import { branchesQuery } from '../api/designs'
import { Button } from '../kit/button'
import { Menu, MenuItem, MenuLabel } from '../kit/menu'
import { t } from './texts'

interface BranchMenuProps {
  version: Version
  branches: readonly { id: string; name: string }[]
  /** Undefined stands for main. */
  onGo: (at: string | undefined) => void
}

/** The branches of a design that work goes on in, beside main; none without a design. */
export function useOpenBranches(designId: string | undefined) {
  const found = useQuery({ ...branchesQuery(designId ?? ''), enabled: designId !== undefined })
  return found.data?.branches.filter((one) => !one.isArchived && one.kind !== 'main') ?? []
}

export function BranchMenu({ version, branches, onGo }: BranchMenuProps) {
  const opener = (
    <Button icon={version.kind === 'commit' ? History : GitBranch} kind="quiet">
      {version.kind === 'commit' ? t('then') : (version.at ?? t('main'))}
    </Button>
  )
  return (
    <Menu label={t('version')} opener={opener}>
      <MenuLabel>{t('version')}</MenuLabel>
      <MenuItem isChecked={version.kind === 'main'} onSelect={() => onGo(undefined)}>
        {t('main')}
      </MenuItem>
      {branches.map(({ id, name }) => (
        <MenuItem key={id} isChecked={version.at === name} onSelect={() => onGo(name)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}
