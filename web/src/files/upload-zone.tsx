/** Takes files by drop or choice, and shows how far they have come. */

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { uploadFiles } from '../api/files'
import type { Context } from '../api/items'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { useDrop } from '../kit/use-drop'
import styles from './files.module.css'
import { t } from './texts'

interface UploadZoneProps {
  itemId: string
  context: Context
  reason: string | null
}

export function useUpload({ itemId, context }: Pick<UploadZoneProps, 'itemId' | 'context'>) {
  const client = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const upload = useWrite({
    send: async (files: readonly File[]) => {
      setShare(0)
      await uploadFiles({ itemId, files, context, onProgress: setShare }).finally(() =>
        setShare(null),
      )
    },
    done: (_, files) => t('added', { count: files.length }),
    onDone: () => void client.invalidateQueries({ queryKey: keys.item(itemId) }),
    changes: [keys.files],
  })
  return { share, send: (files: Iterable<File>) => upload.mutate([...files]) }
}

export function UploadZone({ itemId, context, reason }: UploadZoneProps) {
  const { share, send } = useUpload({ itemId, context })
  const { isOver, target } = useDrop((files) => {
    if (files.length > 0) send(files)
  })
  if (reason !== null) return null
  return (
    <div className={styles.drop} {...target}>
      {share !== null ? (
        <>
          <progress max={1} value={share} aria-label={t('files')} />
          <span className="figures">{t('uploading', { share: Math.round(share * 100) })}</span>
        </>
      ) : (
        <>
          {isOver ? t('dropNow') : t('dropHere')}
          <label>
            {t('choose')}
            <input
              type="file"
              multiple
              onChange={(event) => {
                if (event.target.files?.length) send(event.target.files)
                event.target.value = ''
              }}
            />
          </label>
        </>
      )}
    </div>
  )
}
