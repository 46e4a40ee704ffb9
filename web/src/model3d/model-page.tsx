/** The 3D of an item: one of its STEP files, or the models of its parts laid out beside each other. */

import { useQuery } from '@tanstack/react-query'
import { Box } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { type FileRecord, itemFilesQuery } from '../api/files'
import { type Context, MAIN } from '../api/items'
import { type ItemScene, isStep, loadModel, sceneQuery } from '../api/models'
import { EmptyState, LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { QueryError } from '../records/query-error'
import { type ModelChanges, pastItems, reshapedItems } from './changes'
import type { ModelSource } from './model-view'
import styles from './model3d.module.css'
import type { PastSource } from './past'
import { t } from './texts'
import { type Beside, useModelChanges } from './use-changes'

const ModelView = lazy(() => import('./model-view').then((m) => ({ default: m.ModelView })))

interface ModelPageProps {
  itemId: string
  itemNumber: string
  context: Context
  /** Where a file can be added. */
  toFiles: ReactNode
  /** What is said over a model while a file hangs over it, or comes. */
  over?: ReactNode
}

export function ModelPage({ itemId, itemNumber, context, toFiles, over }: ModelPageProps) {
  const answer = useQuery(itemFilesQuery(itemId, context))
  const found = useQuery(sceneQuery(itemId, context))
  const [address, change] = useAddress()
  const { changes, beside, isLoading, isMissing } = useModelChanges(
    itemId,
    itemNumber,
    context,
    address.left,
  )
  const past = useBeside(beside)
  const missing = isMissing && (
    <p className={styles.files} role="status">
      {t('noVersion', { name: address.left ?? '' })}
    </p>
  )
  if (answer.isPending || found.isPending || isLoading) return <LoadingRows columns={1} />
  if (answer.error) return <QueryError error={answer.error} onRetry={() => void answer.refetch()} />
  const files = answer.data?.files.filter(isStep) ?? []
  const shown = files.find(({ id }) => id === address.file) ?? files[0]
  const scene = found.data
  if (!shown && scene?.items.some(({ model }) => model)) {
    return (
      <div className={styles.page}>
        {over && <div className={styles.over}>{over}</div>}
        {missing}
        <p className={styles.files} role="status">
          {t(scene.truncated ? 'laidOutCut' : 'laidOut')}
        </p>
        <AssembledModel {...{ scene, context, changes, past }} />
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
      {over && <div className={styles.over}>{over}</div>}
      {missing}
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
        {...{ context, changes, past }}
      />
    </div>
  )
}

interface PastModel {
  files: readonly FileRecord[]
  scene: ItemScene | undefined
  context: Context
}

/** What another version has to show. */
function useBeside(beside: Beside | null): PastModel {
  const { itemId, context } = beside ?? { itemId: '', context: MAIN }
  const isOn = beside !== null
  const files = useQuery({ ...itemFilesQuery(itemId, context), enabled: isOn }).data?.files ?? NONE
  const scene = useQuery({ ...sceneQuery(itemId, context), enabled: isOn }).data
  return { files, scene, context }
}

const NONE: readonly FileRecord[] = []
const NO_ITEMS: ItemScene['items'] = []

function marked(
  items: ItemScene['items'],
  changes: ModelChanges | null,
  reshaped: ReadonlySet<string>,
) {
  if (!changes) return { items }
  const { marks, removed } = changes
  const markOf = (number: string) =>
    marks.get(number) ?? (reshaped.has(number) ? ('changed' as const) : undefined)
  return { items: items.map((one) => ({ ...one, change: markOf(one.itemNumber) })), removed }
}

/** The same file in the other version, or the one model there, under another name. */
function fileBefore({ id, originalFileName: name }: FileRecord, files: readonly FileRecord[]) {
  const models = files.filter(isStep)
  return (
    models.find((one) => one.id === id) ??
    models.find((one) => one.originalFileName === name) ??
    (models.length === 1 ? models[0] : undefined)
  )
}

interface FileModelProps {
  file: FileRecord
  context: Context
  items?: ItemScene['items']
  changes: ModelChanges | null
  past: PastModel
}

function FileModel({ file, context, items = NO_ITEMS, changes, past }: FileModelProps) {
  const { id, originalFileName: name, version } = file
  // A file that is the same in both versions shows nothing that is gone.
  const known = fileBefore(file, past.files)
  const before = known?.id === id && known.version === version ? undefined : known?.id
  const { scene } = past
  // A file of many parts tells by their places what differs; one of a single part is that part.
  const reshaped = useMemo(
    () => new Set(before && items.length === 1 ? items.map((one) => one.itemNumber) : []),
    [before, items],
  )
  // Apart from the rest: what only is told of the items lets the picture stand.
  const load = useCallback(
    (signal: AbortSignal) => readOne(loadModel({ id, context }, signal)),
    [id, context],
  )
  const source = useMemo<ModelSource>(
    () => ({ name, ...marked(items, changes, reshaped), load }),
    [name, items, changes, reshaped, load],
  )
  const overlay = useMemo<PastSource | undefined>(() => {
    if (!changes || !scene || before === undefined) return undefined
    return {
      items: pastItems(scene.items, items, changes, reshaped),
      itemsNow: items,
      load: (signal) => readOne(loadModel({ id: before, context: past.context }, signal)),
      isBeside: false,
    }
  }, [items, changes, reshaped, before, scene, past.context])
  return <View source={source} past={overlay} />
}

interface AssembledProps {
  scene: ItemScene
  context: Context
  changes: ModelChanges | null
  past: PastModel
}

function AssembledModel({ scene, context, changes, past }: AssembledProps) {
  const before = past.scene
  const reshaped = useMemo(
    () => reshapedItems(scene.items, before?.items),
    [scene.items, before?.items],
  )
  const laid = useLaid(scene)
  const load = useCallback(
    (signal: AbortSignal) => loadScene(laid, context, signal),
    [laid, context],
  )
  const source = useMemo<ModelSource>(
    () => ({ name: scene.items[0]?.name ?? '', ...marked(scene.items, changes, reshaped), load }),
    [scene, changes, reshaped, load],
  )
  const overlay = useMemo<PastSource | undefined>(() => {
    if (!changes || !before) return undefined
    return {
      items: pastItems(before.items, scene.items, changes, reshaped),
      itemsNow: scene.items,
      load: (signal) => loadScene(before, past.context, signal),
      isBeside: true,
    }
  }, [scene, changes, reshaped, before, past.context])
  return <View source={source} past={overlay} />
}

/** The scene as it was when what is drawn of it changed last: what only is told lets the picture stand. */
function useLaid(scene: ItemScene): ItemScene {
  const drawn = useMemo(() => {
    const items = scene.items.map(({ itemNumber, name, model }) => [itemNumber, name, model])
    return JSON.stringify([scene.uses, items])
  }, [scene])
  const known = useRef({ drawn, scene })
  if (known.current.drawn !== drawn) known.current = { drawn, scene }
  return known.current.scene
}

function View({ source, past }: { source: ModelSource; past: PastSource | undefined }) {
  const key = useModelNumber(source.load)
  const load = useBegun(source.load)
  return (
    <Suspense fallback={<LoadingRows columns={1} />}>
      <ModelView key={key} source={{ ...source, load }} past={past} />
    </Suspense>
  )
}

/** The same load, begun while what draws the model is still on its way. */
function useBegun(load: ModelSource['load']): ModelSource['load'] {
  const begun = useMemo(() => beginOnce(load), [load])
  useEffect(() => {
    begun.begin()
    return begun.end
  }, [begun])
  return begun.begin
}

/** A number that is another one for each model: a canvas shows one, and is not used again. */
function useModelNumber(load: ModelSource['load']): number {
  const known = useRef({ load, number: 0 })
  if (known.current.load !== load) known.current = { load, number: known.current.number + 1 }
  return known.current.number
}

function beginOnce(load: ModelSource['load']) {
  let coming: ReturnType<ModelSource['load']> | undefined
  let leaving = new AbortController()
  return {
    begin: () => {
      coming ??= load(leaving.signal)
      // Who waits for it hears of what goes wrong.
      coming.catch(() => {})
      return coming
    },
    end: () => {
      leaving.abort()
      leaving = new AbortController()
      coming = undefined
    },
  }
}

/** Reads a model by what comes beside it. */
async function readOne(coming: Promise<ArrayBuffer>) {
  const [content, { readModel }] = await Promise.all([coming, import('./assemble')])
  return readModel(content)
}

/** Each model once; those that the server cannot make are left out. */
async function loadScene(scene: ItemScene, context: Context, signal: AbortSignal) {
  const ids = new Set(scene.uses.flatMap(({ item }) => scene.items[item]?.model?.fileId ?? []))
  const read = await Promise.allSettled(
    [...ids].map(async (id) => [id, await readOne(loadModel({ id, context }, signal))] as const),
  )
  signal.throwIfAborted()
  const { assemble } = await import('./assemble')
  return assemble(
    scene,
    new Map(read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))),
  )
}
