/** The models of an item: which of its STEP files is shown, or that there is none. */

import { useQuery } from '@tanstack/react-query'
import { Box } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { itemFilesQuery } from '../api/files'
import type { Context } from '../api/items'
import { EmptyState, LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { QueryError } from '../records/query-error'
import styles from './model3d.module.css'
import { t } from './texts'

const ModelView = lazy(() => import('./model-view').then((m) => ({ default: m.ModelView })))

const STEP = /\.(stp|step|p21)$/i

interface ModelPageProps {
  itemId: string
  context: Context
  /** The way to where a file can be added. */
  toFiles: ReactNode
}

export function ModelPage({ itemId, context, toFiles }: ModelPageProps) {
  const answer = useQuery(itemFilesQuery(itemId, context))
  const [address, change] = useAddress()
  if (answer.isLoading) return <LoadingRows columns={1} />
  if (answer.error) return <QueryError error={answer.error} onRetry={() => void answer.refetch()} />
  const files = answer.data?.files.filter((file) => STEP.test(file.originalFileName)) ?? []
  const shown = files.find(({ id }) => id === address.file) ?? files[0]
  if (!shown) {
    return (
      <EmptyState icon={Box} title={t('none')} actions={toFiles}>
        {t('noneNote')}
      </EmptyState>
    )
  }
  return (
    <div className={styles.page}>
      {files.length > 1 && (
        <label className={styles.files}>
          {t('file')}
          <select
            className={styles.select}
            value={shown.id}
            onChange={(event) => change({ file: event.target.value })}
          >
            {files.map(({ id, originalFileName }) => (
              <option key={id} value={id}>
                {originalFileName}
              </option>
            ))}
          </select>
        </label>
      )}
      <Suspense fallback={<LoadingRows columns={1} />}>
        <ModelView key={`${shown.id} ${shown.version}`} file={shown} />
      </Suspense>
    </div>
  )
}
