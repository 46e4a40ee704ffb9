/** In which version a list of items is seen, and the choice of another. */

import { useQuery } from '@tanstack/react-query'
import { GitBranch, History } from 'lucide-react'
import { listVersionQuery, MAIN_VERSION, type Version } from '../api/context'
import { branchesQuery, designByCodeQuery } from '../api/designs'
import { Button } from '../kit/button'
import { Menu, MenuItem, MenuLabel } from '../kit/menu'
import { readValues } from '../lists/query'
import { useAddress } from '../lists/use-address'
import { t } from './texts'

/** The only design that the list is narrowed to; branches are a design's. */
function useOnlyDesign(): string | undefined {
  const [address] = useAddress()
  const codes = readValues(address.design)
  return codes.length === 1 ? codes[0] : undefined
}

/** Undefined until it is known. */
export function useListVersion(): Version | undefined {
  const [{ at }] = useAddress()
  const code = useOnlyDesign()
  const isMain = !at || at === 'main'
  const found = useQuery({ ...listVersionQuery(code, at), enabled: !isMain }).data
  return isMain ? MAIN_VERSION : found
}

export function ListVersionMenu({ version }: { version: Version }) {
  const code = useOnlyDesign()
  const [, change] = useAddress()
  const design = useQuery({ ...designByCodeQuery(code ?? ''), enabled: code !== undefined })
  const id = design.data?.record.id
  const branches = useQuery({ ...branchesQuery(id ?? ''), enabled: id !== undefined })
  const open = branches.data?.branches.filter((one) => !one.isArchived && one.kind !== 'main') ?? []
  if (open.length === 0) return null
  const go = (at: string | undefined) => change({ at })
  const opener = (
    <Button icon={version.kind === 'commit' ? History : GitBranch} kind="quiet">
      {version.kind === 'commit' ? t('then') : (version.at ?? t('main'))}
    </Button>
  )
  return (
    <Menu label={t('version')} opener={opener}>
      <MenuLabel>{t('version')}</MenuLabel>
      <MenuItem isChecked={version.kind === 'main'} onSelect={() => go(undefined)}>
        {t('main')}
      </MenuItem>
      {open.map(({ id: branch, name }) => (
        <MenuItem key={branch} isChecked={version.at === name} onSelect={() => go(name)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}
