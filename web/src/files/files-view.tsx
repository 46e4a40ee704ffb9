/** The files of an item: drop to add, click to look, check out and in. */

import { useQuery } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { type FileRecord, itemFilesQuery } from '../api/files'
import type { Context } from '../api/items'
import { EmptyState, LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { QueryError } from '../records/query-error'
import { FileRow } from './file-row'
import styles from './files.module.css'
import { Preview } from './preview'
import { t } from './texts'
import { UploadArea } from './upload-zone'

interface FilesViewProps {
  itemId: string
  context: Context
  /** Why nothing can be added or changed. */
  reason: string | null
}

export function FilesView({ itemId, context, reason }: FilesViewProps) {
  const answer = useQuery(itemFilesQuery(itemId, context))
  if (answer.isPending) return <LoadingRows columns={3} rows={4} />
  if (answer.error) return <QueryError error={answer.error} onRetry={() => void answer.refetch()} />
  const files = answer.data?.files ?? []
  return (
    <UploadArea {...{ itemId, context, reason }}>
      {(zone) => <Files {...{ files, zone, reason }} />}
    </UploadArea>
  )
}

interface FilesProps {
  files: readonly FileRecord[]
  zone: ReactNode
  reason: string | null
}

function Files({ files, zone, reason }: FilesProps) {
  const [address, change] = useAddress()
  const chosen = files.find((file) => file.id === address.file) ?? files[0]
  return (
    <div className={styles.view} data-alone={!chosen}>
      <div className={styles.list}>
        {zone}
        {files.length === 0 && (
          <EmptyState icon={Paperclip} title={t('noFiles')}>
            {reason || t('noFilesNote')}
          </EmptyState>
        )}
        <ul aria-label={t('files')}>
          {files.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              isChosen={file.id === chosen?.id}
              reason={reason}
              onChoose={() => change({ file: file.id })}
            />
          ))}
        </ul>
      </div>
      {chosen && <Preview file={chosen} />}
    </div>
  )
}
