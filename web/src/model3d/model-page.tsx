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
import type { ModelChanges } from './changes'
import type { ModelSource } from './model-view'
import styles from './model3d.module.css'
import { t } from './texts'
import { useModelChanges } from './use-changes'

const ModelView = lazy(() => import('./model-view').then((m) => ({ default: m.ModelView })))

const STEP = /\.(stp|step|p21)$/i

interface ModelPageProps {
  itemId: string
  itemNumber: string
  context: Context
  /** The way to where a file can be added. */
  toFiles: ReactNode
}

export function ModelPage({ itemId, itemNumber, context, toFiles }: ModelPageProps) {
  const answer = useQuery(itemFilesQuery(itemId, context))
  const found = useQuery(sceneQuery(itemId, context))
  const { changes, isLoading } = useModelChanges(itemId, itemNumber, context)
  const [address, change] = useAddress()
  if (answer.isLoading || found.isLoading || isLoading) return <LoadingRows columns={1} />
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
        <AssembledModel scene={scene} changes={changes} />
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
      <FileModel
        key={`${shown.id} ${shown.version}`}
        file={shown}
        items={scene?.items}
        changes={changes}
      />
    </div>
  )
}

const NO_ITEMS: ItemScene['items'] = []

function marked(items: ItemScene['items'], changes: ModelChanges | null) {
  if (!changes) return { items }
  const { marks, removed } = changes
  return { items: items.map((one) => ({ ...one, change: marks.get(one.itemNumber) })), removed }
}

interface FileModelProps {
  file: FileRecord
  items?: ItemScene['items']
  changes: ModelChanges | null
}

function FileModel({ file, items = NO_ITEMS, changes }: FileModelProps) {
  const { id, originalFileName: name } = file
  const source = useMemo<ModelSource>(
    () => ({
      name,
      ...marked(items, changes),
      load: async (signal) => readOne(await loadModel({ id }, signal)),
    }),
    [id, name, items, changes],
  )
  return <View source={source} />
}

interface AssembledProps {
  scene: ItemScene
  changes: ModelChanges | null
}

function AssembledModel({ scene, changes }: AssembledProps) {
  const source = useMemo<ModelSource>(
    () => ({
      name: scene.items[0]?.name ?? '',
      ...marked(scene.items, changes),
      load: (signal) => loadScene(scene, signal),
    }),
    [scene, changes],
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
