/** Check in with or without a new version, delete, look at versions. */

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { downloadAddress } from '../api/file-addresses'
import { checkInFile, deleteFile, type FileRecord, versionsQuery } from '../api/files'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { buttonClass } from '../kit/button'
import { formatBytes } from '../kit/bytes'
import { Dialog, DialogBody, FormDialog } from '../kit/dialog'
import { TextField } from '../kit/field'
import { formatDateTime } from '../kit/format'
import { Skeleton } from '../kit/skeleton'
import styles from './files.module.css'
import { t } from './texts'

interface FileDialogProps {
  file: FileRecord
  onClose: () => void
}

export function CheckInDialog({ file, onClose }: FileDialogProps) {
  const name = file.originalFileName
  const checkIn = useWrite({
    send: ({ next, about }: { next: File | null; about: string }, headers) =>
      checkInFile(file, next, about, headers),
    changes: [keys.item(file.itemId), keys.files],
    done: t('checkedIn', { name }),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('checkInTitle', { name })}
      action={t('checkIn')}
      isBusy={checkIn.isPending}
      onClose={onClose}
      onSubmit={(form) => {
        const chosen = form.get('file')
        const next = chosen instanceof File && chosen.size > 0 ? chosen : null
        checkIn.mutate({ next, about: String(form.get('about') ?? '').trim() })
      }}
    >
      <TextField label={t('newFile')} hint={t('checkInNote')} name="file" type="file" />
      <TextField label={t('whatChanged')} name="about" />
    </FormDialog>
  )
}

export function DeleteFileDialog({ file, onClose }: FileDialogProps) {
  const name = file.originalFileName
  const remove = useWrite({
    send: (_: undefined, headers) => deleteFile(file, headers),
    changes: [keys.item(file.itemId), keys.files],
    done: t('deleted', { name }),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('deleteTitle', { name })}
      action={t('delete')}
      isDanger
      isBusy={remove.isPending}
      onClose={onClose}
      onSubmit={() => remove.mutate(undefined)}
    >
      <p>{t('deleteNote')}</p>
    </FormDialog>
  )
}

export function VersionsDialog({ file, onClose }: FileDialogProps) {
  const versions = useQuery(versionsQuery(file)).data?.versions
  return (
    <Dialog title={file.originalFileName} onClose={onClose}>
      <DialogBody>
        {!versions && <Skeleton width={220} />}
        <ul className={styles.versions} aria-label={t('versions')}>
          {versions?.map((version) => (
            <li key={version.id}>
              <span className="grow">
                <b>{t('version', { version: version.version })}</b>{' '}
                <span className="muted">{formatBytes(version.fileSize)}</span>
                <br />
                <span className="muted">{formatDateTime(version.createdAt)}</span>{' '}
                {version.description}
              </span>
              <a
                className={buttonClass({})}
                href={downloadAddress(file, version.version)}
                download={version.originalFileName}
              >
                <Download size={14} />
                {t('download')}
              </a>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}
