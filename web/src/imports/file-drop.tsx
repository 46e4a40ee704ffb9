/** Takes one list by drop or choice. */

import { FileSpreadsheet } from 'lucide-react'
import { formatBytes } from '../kit/bytes'
import { useDrop } from '../kit/use-drop'
import styles from './imports.module.css'
import { t } from './texts'

const KINDS = '.csv,.tsv,.txt,.xlsx,.xlsm,.xlsb,.xls,.ods,.json,.jsonl,.yaml,.yml,.urdf,.step,.stp'

export function FileDrop({ file, onFile }: { file: File | null; onFile: (file: File) => void }) {
  const take = (files: FileList | null) => {
    const first = files?.[0]
    if (first) onFile(first)
  }
  const { target } = useDrop(take)
  return (
    <div className={styles.drop} {...target}>
      <FileSpreadsheet size={20} strokeWidth={1.5} />
      <span className="grow">
        {file ? (
          <>
            <b>{file.name}</b> <span className="muted">{formatBytes(file.size)}</span>
          </>
        ) : (
          <>
            {t('dropHere')}
            <br />
            <small className="muted">{t('kinds')}</small>
          </>
        )}
      </span>
      <label className={styles.choose}>
        {file ? t('chooseOther') : t('choose')}
        <input
          type="file"
          accept={KINDS}
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
      </label>
    </div>
  )
}
