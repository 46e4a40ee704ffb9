/** A file before and after the change, side by side. */

import { useState } from 'react'
import { downloadAddress, thumbnailAddress } from '../api/file-addresses'
import { fileKind } from '../files/file-kind'
import styles from './pictures.module.css'
import { t } from './texts'

interface FilePicturesProps {
  file: { fileId: string; originalFileName: string }
  from?: number
  to?: number
  /** The change's branch, on which models are shown as they will be; null when it is closed. */
  branchId: string | null
}

export function FilePictures({ file, from, to, branchId }: FilePicturesProps) {
  const { fileId: id, originalFileName: name } = file
  const kind = fileKind({ originalFileName: name, mimeType: '' })
  const address = (version: number | undefined, isAfter: boolean) => {
    // What is new in the change is seen on its branch alone.
    const placed = { id, branchId: isAfter ? branchId : null }
    if (version === undefined) return null
    if (kind === 'image') return downloadAddress(placed, version)
    return kind === 'cad' && branchId !== null ? thumbnailAddress(placed) : null
  }
  const [before, after] = [address(from, false), address(to, true)]
  if (!before && !after) return null
  return (
    <div className={styles.pair}>
      <Picture address={before} label={t('before')} name={name} />
      <Picture address={after} label={t('after')} name={name} />
    </div>
  )
}

interface PictureProps {
  address: string | null
  label: string
  name: string
}

function Picture({ address, label, name }: PictureProps) {
  const [isBroken, setBroken] = useState(false)
  return (
    <figure>
      {address && !isBroken ? (
        <img
          src={address}
          alt={`${label}: ${name}`}
          loading="lazy"
          onError={() => setBroken(true)}
        />
      ) : (
        <span className="muted">{address ? t('noPicture') : t('notThere')}</span>
      )}
      <figcaption>{label}</figcaption>
    </figure>
  )
}
