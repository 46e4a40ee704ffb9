/** The small picture of a file, nothing where the server has none. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadAddress, thumbnailAddress } from '../api/file-addresses'
import type { FileRecord } from '../api/files'
import { isStep, readingQuery } from '../api/models'
import { problemOf } from '../api/problem'
import { sentenceOf } from '../kit/i18n'
import { fileKind } from './file-kind'
import styles from './files.module.css'
import { t } from './texts'

/** Large pictures are shown by their thumbnail, drawings and CAD always. */
const DIRECT_BYTES = 2_000_000

export function pictureAddress(file: FileRecord): string | null {
  const kind = fileKind(file)
  if (kind === 'image' && file.fileSize < DIRECT_BYTES) return downloadAddress(file)
  return kind === 'cad' || kind === 'image' || kind === 'pdf' ? thumbnailAddress(file) : null
}

/** The address of a file's picture, null while the server still reads the model and where it cannot. */
export function usePicture(file: FileRecord) {
  const { data, error } = useQuery({ ...readingQuery(file), enabled: isStep(file) })
  const isRead = !isStep(file) || data === 'ready'
  const isAwaited = !isRead && data !== 'failed' && error === null
  // What the whole server lacks is no fault of the file.
  const problem = error && problemOf(error)
  const reason = problem?.status === 503 ? sentenceOf(problem.message) : null
  const address = isRead ? pictureAddress(file) : null
  return { address, isAwaited, isTorn: data === 'failed', reason }
}

export function FilePicture({ file }: { file: FileRecord }) {
  const [isBroken, setBroken] = useState(false)
  const { address } = usePicture(file)
  if (!address || isBroken) return null
  return (
    <span className={styles.picture}>
      <img
        src={address}
        alt={t('picture', { name: file.originalFileName })}
        loading="lazy"
        draggable={false}
        onError={() => setBroken(true)}
      />
    </span>
  )
}
