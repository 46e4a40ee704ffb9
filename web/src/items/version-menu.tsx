/** Chooses main or a branch to look at; the address keeps it. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { GitBranch, History } from 'lucide-react'
import { branchesQuery } from '../api/designs'
import { Button } from '../kit/button'
import { Menu, MenuItem, MenuLabel } from '../kit/menu'
import { t } from './texts'
import { useItemHere } from './use-item'

export function VersionMenu() {
  const { item, version } = useItemHere()
  const navigate = useNavigate()
  const branches = useQuery({
    ...branchesQuery(item.designId ?? ''),
    enabled: item.designId !== null,
  })
  const open = branches.data?.branches.filter((one) => !one.isArchived && one.kind !== 'main') ?? []
  if (open.length === 0 && version.kind === 'main') return null
  const go = (at: string | undefined) =>
    void navigate({ to: '.', search: (now) => ({ ...now, at }) })
  const name = version.kind === 'commit' ? t('then') : (version.at ?? t('main'))
  const opener = (
    <Button icon={version.kind === 'commit' ? History : GitBranch} kind="quiet">
      {name}
    </Button>
  )
  return (
    <Menu label={t('version')} opener={opener}>
      <MenuLabel>{t('version')}</MenuLabel>
      <MenuItem isChecked={version.kind === 'main'} onSelect={() => go(undefined)}>
        {t('main')}
      </MenuItem>
      {open.map((branch) => (
        <MenuItem
          key={branch.id}
          isChecked={version.at === branch.name}
          onSelect={() => go(branch.name)}
        >
          {branch.name}
        </MenuItem>
      ))}
    </Menu>
  )
}
