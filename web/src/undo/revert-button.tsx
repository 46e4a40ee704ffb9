/** Takes a commit of main back, after it has said what that means. */

import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { designQuery } from '../api/designs'
import { keys } from '../api/keys'
import { problemOf } from '../api/problem'
import { commitQuery, revertCommit } from '../api/undo'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { FormDialog } from '../kit/dialog'
import { TextField } from '../kit/field'
import { sentenceOf } from '../kit/i18n'
import { commitText } from '../records/commit-text'
import { t } from './texts'

interface RevertButtonProps {
  commitId: string
  /** The design whose main it is on; null in the library. */
  designId: string | null
}

/** Nothing for those who may not. */
export function RevertButton({ commitId, designId }: RevertButtonProps) {
  const [isAsked, ask] = useState(false)
  const design = useQuery(designQuery(designId)).data
  if (!mayDo(useMe(), 'designs.update')) return null
  const reason = design?.record.phase === 'post-release' ? t('released') : null
  return (
    <>
      <Button kind="quiet" icon={Undo2} reason={reason} onClick={() => ask(true)}>
        {t('revert')}
      </Button>
      {isAsked && <RevertDialog commitId={commitId} onClose={() => ask(false)} />}
    </>
  )
}

function RevertDialog({ commitId, onClose }: { commitId: string; onClose: () => void }) {
  const commit = useQuery(commitQuery(commitId)).data
  const revert = useWrite({
    send: (message: string, headers) => revertCommit(commitId, message, headers),
    changes: [keys.items, keys.designs, keys.files, keys.search],
    done: t('reverted'),
    onDone: onClose,
    onProblem: ({ status }) => status === 409,
  })
  const against = revert.error ? problemOf(revert.error) : null
  return (
    <FormDialog
      title={t('title')}
      action={t('revert')}
      isBusy={revert.isPending}
      onClose={onClose}
      onSubmit={(form) => revert.mutate(String(form.get('message') ?? '').trim())}
    >
      {commit && (
        <p>
          <b>{commitText(commit.message)}</b>{' '}
          <span className="muted">{countsText(commit.changes)}</span>
        </p>
      )}
      <p className="muted">{t('note')}</p>
      <TextField label={t('message')} name="message" maxLength={500} />
      {against?.status === 409 && (
        <div role="alert">
          <p>{t('inTheWay')}</p>
          <ul>
            {(against.details.length > 0 ? against.details : [{ message: against.message }]).map(
              ({ message = '' }) => (
                <li key={message}>{sentenceOf(message)}</li>
              ),
            )}
          </ul>
        </div>
      )}
    </FormDialog>
  )
}

const KINDS = ['added', 'modified', 'removed'] as const

function countsText(changes: Record<(typeof KINDS)[number], number>): string {
  const told = KINDS.filter((kind) => changes[kind] > 0)
  return told.map((kind) => t(kind, { count: changes[kind] })).join(', ')
}
