/** The branches of a design: where they stand, and what can be done with them. */

import { Link, useNavigate } from '@tanstack/react-router'
import { GitBranchPlus } from 'lucide-react'
import { useState } from 'react'
import { mayDo, useMe } from '../api/account'
import type { Branch } from '../api/designs'
import { keys } from '../api/keys'
import type { Design } from '../api/types'
import { createBranch } from '../api/versions'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { FormDialog } from '../kit/dialog'
import { TextField } from '../kit/field'
import { formatDateTime, formatWhen } from '../kit/format'
import { Bar, PageBody } from '../kit/page'
import { LoadingRows } from '../kit/states'
import { t } from './texts'
import { useBranches, useDesign } from './use-design'
import styles from './versions.module.css'

export function BranchesPage() {
  const design = useDesign()
  const branches = useBranches(design?.id)
  const [isNew, setNew] = useState(false)
  const reason = useWriteReason()
  if (!design || !branches) return <LoadingRows columns={3} />
  const order = [...branches].sort(
    (a, b) => Number(a.isArchived) - Number(b.isArchived) || mainFirst(a, b),
  )
  return (
    <>
      <Bar label={t('branches')}>
        <Button icon={GitBranchPlus} reason={reason} onClick={() => setNew(true)}>
          {t('newBranch')}
        </Button>
      </Bar>
      <PageBody>
        <ul className={styles.list} aria-label={t('branches')}>
          {order.map((branch) => (
            <BranchRow key={branch.id} branch={branch} design={design} />
          ))}
        </ul>
      </PageBody>
      {isNew && <NewBranchDialog design={design} onClose={() => setNew(false)} />}
    </>
  )
}

export function useWriteReason(): string | null {
  return mayDo(useMe(), 'designs.update') ? null : t('mayNotWrite')
}

function mainFirst(a: Branch, b: Branch): number {
  return Number(b.kind === 'main') - Number(a.kind === 'main')
}

function BranchRow({ branch, design }: { branch: Branch; design: Design }) {
  const base = `/designs/${encodeURIComponent(design.code)}`
  const isMain = branch.kind === 'main'
  const at = isMain ? undefined : branch.name
  return (
    <li>
      <span className="grow">
        {isMain ? (
          <b className="mono">{branch.name}</b>
        ) : (
          <Link to={`${base}/branches/${branch.id}` as string} className="link mono">
            {branch.name}
          </Link>
        )}
        <small>
          {t(`kind_${branch.kind}` as 'kind_main')}
          {branchNote(branch) && `, ${branchNote(branch)}`}
        </small>
      </span>
      <time className="muted" dateTime={branch.createdAt} title={formatDateTime(branch.createdAt)}>
        {t('since', { when: formatWhen(branch.createdAt) })}
      </time>
      <Link to="/items" search={{ design: design.code, at }} className="link">
        {t('showItems')}
      </Link>
      {!isMain && (
        <Link
          to={`${base}/compare` as string}
          search={{ right: branch.name } as never}
          className="link"
        >
          {t('compareMain')}
        </Link>
      )}
    </li>
  )
}

export function branchNote(branch: Branch): string {
  if (branch.isArchived) return t('archived')
  return branch.isLocked ? t('underReview') : ''
}

function NewBranchDialog({ design, onClose }: { design: Design; onClose: () => void }) {
  const navigate = useNavigate()
  const make = useWrite({
    send: (name: string, headers) => createBranch(design.id, { name }, headers),
    changes: [keys.designs],
    onDone: (branch) => {
      onClose()
      const path = `/designs/${encodeURIComponent(design.code)}/branches/${branch.id}`
      void navigate({ to: path as string })
    },
  })
  return (
    <FormDialog
      title={t('newBranch')}
      action={t('create')}
      isBusy={make.isPending}
      onClose={onClose}
      onSubmit={(form) => make.mutate(String(form.get('name') ?? '').trim())}
    >
      <TextField label={t('name')} name="name" required maxLength={95} hint={t('branchHint')} />
    </FormDialog>
  )
}
