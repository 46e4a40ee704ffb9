/** A file in two versions, side by side. */

import { useState } from 'react'
import { downloadAddress, type PlacedFile, thumbnailAddress } from '../api/file-addresses'
import { fileKind } from './file-kind'
import styles from './pictures.module.css'
import { t } from './texts'

/** Null where it is not there. */
type Shown = (PlacedFile & { version: number }) | null

interface FilePicturesProps {
  name: string
  /** Where nothing beside them says which file it is. */
  isNamed?: boolean
  before: Shown
  after: Shown
}

export function FilePictures({ name, isNamed, before, after }: FilePicturesProps) {
  const kind = fileKind({ originalFileName: name, mimeType: '' })
  if (kind === 'text' || kind === 'other') return null
  const address = (file: Shown) =>
    file &&
    (kind === 'image'
      ? downloadAddress(file, file.version)
      : thumbnailAddress(file, 512, file.version))
  return (
    <div className={styles.pair}>
      <Picture address={address(before)} label={t('before')} {...{ name, isNamed }} />
      <Picture address={address(after)} label={t('after')} {...{ name, isNamed }} />
    </div>
  )
}

interface PictureProps {
  address: string | null
  label: string
  name: string
  isNamed?: boolean
}

function Picture({ address, label, name, isNamed }: PictureProps) {
  // Another address may have it: where a branch is told late, main was asked first.
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <figure>
      {address && address !== broken ? (
        <img
          src={address}
          alt={`${label}: ${name}`}
          loading="lazy"
          onError={() => setBroken(address)}
        />
      ) : (
        <span className="muted">{address ? t('noPicture') : t('notThere')}</span>
      )}
      <figcaption>{isNamed ? `${label}: ${name}` : label}</figcaption>
    </figure>
  )
}
