/** Chooses where to look: main, a branch, a release, or how it was at a time. */

import { GitBranch, History } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Version } from '../api/context'
import { late } from '../forms/late'
import { Button } from '../kit/button'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../kit/menu'
import { useShortcut } from '../kit/shortcuts'
import { t } from './texts'
import { useBranches } from './use-design'

const MomentDialog = late(async () => (await import('./moment-dialog')).MomentDialog)

export interface ReleasePoint {
  at: string
  revision: string
  label: string
}

interface VersionMenuProps {
  version: Version
  designId: string | undefined
  releases?: readonly ReleasePoint[]
  /** Undefined stands for main. */
  onGo: (at: string | undefined) => void
}

/** Branches that work goes on in; an archived one is found in the list of branches. */
export function VersionMenu({ version, designId, releases = [], onGo }: VersionMenuProps) {
  const [isAsking, setAsking] = useState(false)
  const all = useBranches(designId) ?? []
  const branches = all.filter((one) => !one.isArchived && one.kind !== 'main')
  const hasNone = designId === undefined && releases.length === 0
  const isOffered = !hasNone || version.kind !== 'main'
  const box = useRef<HTMLSpanElement>(null)
  useShortcut('b', t('chooseVersion'), () => box.current?.querySelector('button')?.click(), {
    isOn: isOffered,
  })
  if (!isOffered) return null
  const opener = (
    <Button icon={version.context.commitId ? History : GitBranch} kind="quiet">
      {version.context.commitId ? t('then') : (version.at ?? t('main'))}
    </Button>
  )
  return (
    <span ref={box} style={{ display: 'contents' }}>
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
        {releases.length > 0 && <MenuLine />}
        {releases.map(({ at, label }) => (
          <MenuItem key={at} isChecked={version.at === at} onSelect={() => onGo(at)}>
            {label}
          </MenuItem>
        ))}
        {designId !== undefined && (
          <>
            <MenuLine />
            <MenuItem icon={History} onSelect={() => setAsking(true)}>
              {t('anotherTime')}
            </MenuItem>
          </>
        )}
      </Menu>
      {isAsking && designId !== undefined && (
        <MomentDialog
          designId={designId}
          onClose={() => setAsking(false)}
          onChoose={(id) => {
            setAsking(false)
            onGo(id)
          }}
        />
      )}
    </span>
  )
}
