/** Finds a commit by its time: the newest ones until a moment, of which one is taken. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { commitsUntilQuery } from '../api/versions'
import { Dialog, DialogBody } from '../kit/dialog'
import { formatDateTime } from '../kit/format'
import { LoadingRows } from '../kit/states'
import { commitText } from '../records/commit-text'
import styles from './moment.module.css'
import { t } from './texts'

interface MomentDialogProps {
  designId: string
  onClose: () => void
  onChoose: (commitId: string) => void
}

export function MomentDialog({ designId, onClose, onChoose }: MomentDialogProps) {
  const [moment, setMoment] = useState('')
  const at = moment ? new Date(moment) : null
  const until = at && !Number.isNaN(at.getTime()) ? endOf(at) : ''
  const found = useQuery({
    ...commitsUntilQuery(designId, until),
    placeholderData: keepPreviousData,
  })
  const commits = found.data?.commits ?? []
  return (
    <Dialog title={t('momentTitle')} onClose={onClose}>
      <DialogBody>
        <form className={styles.moment} onSubmit={(event) => event.preventDefault()}>
          <label>
            <span>{t('until')}</span>
            <input
              type="datetime-local"
              value={moment}
              onChange={(event) => setMoment(event.target.value)}
            />
          </label>
        </form>
        {found.isLoading && <LoadingRows rows={4} columns={2} />}
        {found.data && commits.length === 0 && <p className="muted">{t('nothingThen')}</p>}
        <ul className={styles.moments} aria-label={t('commits')}>
          {commits.map(({ id, message, createdAt, author }) => (
            <li key={id}>
              <button type="button" onClick={() => onChoose(id)}>
                <b>{commitText(message)}</b>
                <small>
                  {formatDateTime(createdAt)} {author?.name}
                </small>
              </button>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}

/** A moment without seconds means the whole minute. */
function endOf(moment: Date): string {
  return new Date(moment.getTime() + 59_999).toISOString()
}
