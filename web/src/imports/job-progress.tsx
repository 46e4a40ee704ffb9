/** How far a long import has come, with the way to end it. */

import { cancelJob, jobFollowed } from '../api/import-jobs'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { useStore } from '../kit/store'
import styles from './imports.module.css'
import { t } from './texts'

export function JobProgress() {
  const job = useStore(jobFollowed)
  const cancel = useWrite({ send: (id: string, headers) => cancelJob(id, headers) })
  if (!job) return null
  const { done, total, phase, fileName } = job
  const text =
    phase === 'writing' && total > 0
      ? t('writing', { done, total })
      : t(phase === null ? 'inLine' : 'reading', { name: fileName })
  return (
    <div className={styles.progress}>
      <span role="status">{text}</span>
      <progress aria-label={text} max={total || undefined} value={total > 0 ? done : undefined} />
      <Button aria-busy={cancel.isPending} onClick={() => cancel.mutate(job.id)}>
        {t('cancelJob')}
      </Button>
    </div>
  )
}
