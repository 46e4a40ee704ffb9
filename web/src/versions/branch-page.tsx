/** One branch beside main: what it changes, what contradicts, and its way into main or onto it. */

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Archive, ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { Branch } from '../api/designs'
import { keys } from '../api/keys'
import type { Design } from '../api/types'
import { archiveBranch, branchConflictsQuery, branchDiffQuery } from '../api/versions'
import { useWrite } from '../api/write'
import { Button, buttonClass } from '../kit/button'
import { FormDialog } from '../kit/dialog'
import { Bar, PageBody } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { QueryError } from '../records/query-error'
import { branchNote, useWriteReason } from './branches-page'
import { Bring } from './bring'
import { Differences } from './differences'
import { t } from './texts'
import { useBranches, useDesign } from './use-design'
import styles from './versions.module.css'

export function BranchPage() {
  const { branch: id = '' } = useParams({ strict: false })
  const design = useDesign()
  const branches = useBranches(design?.id)
  if (!design || !branches) return <LoadingRows columns={3} />
  const branch = branches.find((one) => isAskedBy(id, one))
  if (!branch) {
    return <EmptyState title={t('noSuchBranch')} actions={<AllBranches code={design.code} />} />
  }
  return <Shown key={branch.id} design={design} branch={branch} />
}

/** People write its name, whole or without `work/`. */
function isAskedBy(asked: string, { id, name }: Branch): boolean {
  return id === asked || name === asked || name === `work/${asked}`
}

function AllBranches({ code }: { code: string }) {
  return (
    <Link
      to={`/designs/${encodeURIComponent(code)}/branches` as string}
      className={buttonClass({})}
    >
      <ArrowLeft size={14} />
      {t('allBranches')}
    </Link>
  )
}

function Shown({ design, branch }: { design: Design; branch: Branch }) {
  const diff = useQuery(branchDiffQuery(branch.id))
  const isWorkspace = branch.kind === 'workspace' && !branch.isArchived
  const conflicts = useQuery({ ...branchConflictsQuery(branch.id), enabled: isWorkspace })
  const error = diff.error ?? conflicts.error
  const retry = () => void Promise.all([diff.refetch(), isWorkspace && conflicts.refetch()])
  return (
    <>
      <BranchBar design={design} branch={branch} isWorkspace={isWorkspace} />
      <PageBody>
        <div className={styles.page}>
          {error && <QueryError error={error} onRetry={retry} />}
          {isWorkspace && conflicts.data && (
            <Bring
              design={design}
              branch={branch}
              conflicts={conflicts.data.conflicts}
              names={new Map(diff.data?.items.map((item) => [item.itemNumber, item.name]))}
            />
          )}
          <h2>{t('whatItChanges')}</h2>
          {diff.isLoading && <LoadingRows columns={3} rows={4} />}
          {diff.data && (
            <Differences
              items={diff.data.items}
              left={t('mainThen')}
              right={branch.name}
              at={branch.name}
              none={t('changesNothing')}
            />
          )}
        </div>
      </PageBody>
    </>
  )
}

interface BranchBarProps {
  design: Design
  branch: Branch
  isWorkspace: boolean
}

function ArchiveButton({ branch }: { branch: Branch }) {
  const refused = useWriteReason()
  const [isAsked, ask] = useState(false)
  const close = () => ask(false)
  const archive = useWrite({
    send: (_: undefined, headers) => archiveBranch(branch.id, headers),
    changes: [keys.designs, keys.items],
    done: t('archivedNow', { name: branch.name }),
    onDone: close,
  })
  return (
    <>
      <Button icon={Archive} reason={refused} onClick={() => ask(true)}>
        {t('archive')}
      </Button>
      {isAsked && (
        <FormDialog
          title={t('archiveOne', { name: branch.name })}
          action={t('archive')}
          isDanger
          isBusy={archive.isPending}
          onClose={close}
          onSubmit={() => archive.mutate(undefined)}
        >
          <p>{t('archiveNote')}</p>
        </FormDialog>
      )}
    </>
  )
}

function BranchBar({ design, branch, isWorkspace }: BranchBarProps) {
  const number = branch.kind === 'change' ? branch.name.replace(/^eco\//, '') : null
  return (
    <Bar label={branch.name}>
      <AllBranches code={design.code} />
      <b className="mono">{branch.name}</b>
      <span className="muted">{branchNote(branch)}</span>
      {!branch.isArchived && (
        <Link to="/items" search={{ design: design.code, at: branch.name }} className="link">
          {t('showItems')}
        </Link>
      )}
      {number && (
        <Link to="/changes/$ref" params={{ ref: number }} className="link">
          {t('toChange', { number })}
        </Link>
      )}
      {isWorkspace && (
        <span className={styles.push}>
          <ArchiveButton branch={branch} />
        </span>
      )}
    </Bar>
  )
}
