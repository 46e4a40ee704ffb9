/** Takes files by drop or choice, and shows how far they have come. */

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { uploadFiles } from '../api/files'
import type { Context } from '../api/items'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { useDrop } from '../kit/use-drop'
import styles from './files.module.css'
import { t } from './texts'

interface Place {
  itemId: string
  context: Context
}

function useUpload({ itemId, context }: Place) {
  const client = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const upload = useWrite({
    send: async (files: readonly File[], headers) => {
      setShare(0)
      const sent = { itemId, files, context, onProgress: setShare, headers }
      await uploadFiles(sent).finally(() => setShare(null))
    },
    done: (_, files) => t('added', { count: files.length }),
    onDone: () => void client.invalidateQueries({ queryKey: keys.item(itemId) }),
    changes: [keys.files],
  })
  return { share, send: (files: Iterable<File>) => upload.mutate([...files]) }
}

interface UploadAreaProps extends Place {
  reason: string | null
  /** `isBusy` while a file hangs over it, or comes. */
  children: (zone: ReactNode, isBusy: boolean) => ReactNode
}

/** Takes what is dropped anywhere on it; the zone that says so is placed by what it holds. */
export function UploadArea({ itemId, context, reason, children }: UploadAreaProps) {
  const { share, send } = useUpload({ itemId, context })
  const { isOver, target } = useDrop((files) => {
    if (files.length > 0) send(files)
  })
  if (reason !== null) return <div className={styles.area}>{children(null, false)}</div>
  const zone = <UploadZone {...{ share, send, isOver }} />
  return (
    <div className={styles.area} {...target}>
      {children(zone, isOver || share !== null)}
    </div>
  )
}

interface ZoneProps {
  share: number | null
  send: (files: Iterable<File>) => void
  isOver: boolean
}

function UploadZone({ share, send, isOver }: ZoneProps) {
  return (
    <div className={styles.drop} data-over={isOver}>
      {share !== null ? (
        <>
          <progress max={1} value={share} aria-label={t('files')} />
          <span className="figures">{t('uploading', { share: Math.round(share * 100) })}</span>
        </>
      ) : isOver ? (
        t('dropNow')
      ) : (
        t('dropHere')
      )}
      {/* It stays while files come, so that its focus is not lost. */}
      <label className={share === null ? undefined : 'sr-only'}>
        {t('choose')}
        <input
          type="file"
          multiple
          onChange={(event) => {
            if (share === null && event.target.files?.length) send(event.target.files)
            event.target.value = ''
          }}
        />
      </label>
    </div>
  )
}
