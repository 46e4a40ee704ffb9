/** The 3D of an item: one of its STEP files, or the models of its parts laid out beside each other. */

import { useQuery } from '@tanstack/react-query'
import { Box } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { type FileRecord, itemFilesQuery } from '../api/files'
import type { Context } from '../api/items'
import { type ItemScene, loadModel, sceneQuery } from '../api/models'
import { EmptyState, LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { QueryError } from '../records/query-error'
import type { ModelSource } from './model-view'
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
  const found = useQuery(sceneQuery(itemId, context))
  const [address, change] = useAddress()
  if (answer.isLoading || found.isLoading) return <LoadingRows columns={1} />
  if (answer.error) return <QueryError error={answer.error} onRetry={() => void answer.refetch()} />
  const files = answer.data?.files.filter((file) => STEP.test(file.originalFileName)) ?? []
  const shown = files.find(({ id }) => id === address.file) ?? files[0]
  const scene = found.data
  if (!shown && scene?.items.some(({ model }) => model)) {
    return (
      <div className={styles.page}>
        <p className={styles.files} role="status">
          {t(scene.truncated ? 'laidOutCut' : 'laidOut')}
        </p>
        <AssembledModel scene={scene} />
      </div>
    )
  }
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
      <FileModel key={`${shown.id} ${shown.version}`} file={shown} items={scene?.items} />
    </div>
  )
}

const NO_ITEMS: ItemScene['items'] = []

function FileModel({ file, items = NO_ITEMS }: { file: FileRecord; items?: ItemScene['items'] }) {
  const { id, originalFileName: name } = file
  const source = useMemo<ModelSource>(
    () => ({ name, items, load: async (signal) => readOne(await loadModel({ id }, signal)) }),
    [id, name, items],
  )
  return <View source={source} />
}

function AssembledModel({ scene }: { scene: ItemScene }) {
  const source = useMemo<ModelSource>(
    () => ({
      name: scene.items[0]?.name ?? '',
      items: scene.items,
      load: (signal) => loadScene(scene, signal),
    }),
    [scene],
  )
  return <View source={source} />
}

function View({ source }: { source: ModelSource }) {
  return (
    <Suspense fallback={<LoadingRows columns={1} />}>
      <ModelView source={source} />
    </Suspense>
  )
}

async function readOne(content: ArrayBuffer) {
  return (await import('./assemble')).readModel(content)
}

/** Each model once; those that the server cannot make are left out. */
async function loadScene(scene: ItemScene, signal: AbortSignal) {
  const ids = new Set(scene.items.flatMap(({ model }) => model?.fileId ?? []))
  const { assemble, readModel } = await import('./assemble')
  const read = await Promise.allSettled(
    [...ids].map(async (id) => [id, await readModel(await loadModel({ id }, signal))] as const),
  )
  signal.throwIfAborted()
  return assemble(
    scene,
    new Map(read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))),
  )
}
