/** Brings a list in: the file, where it goes, what would happen, and then it happens. */

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { createDesign } from '../api/designs-edit'
import { type ImportAnswer, importParts, mappingsQuery, type Repairs } from '../api/imports'
import { keys } from '../api/keys'
import { problemOf } from '../api/problem'
import type { Design } from '../api/types'
import { useWrite, type WriteHeaders } from '../api/write'
import { Button } from '../kit/button'
import { CheckField } from '../kit/field'
import { PageColumn, PageHead, Section } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { notify } from '../kit/toast'
import { QueryError } from '../records/query-error'
import { FileDrop } from './file-drop'
import styles from './imports.module.css'
import { JobProgress } from './job-progress'
import { isModel, type KeptModel } from './kept-model'
import { ImportPlan, type SuggestedTop } from './plan'
import { isRefusal } from './refused'
import { NO_REPAIRS } from './repairs'
import { ImportResult } from './result'
import { type Reading, ReadingFields, type Target, TargetFields } from './target-fields'
import { t } from './texts'
import { Unread } from './unread'

/** What was brought in, and the code of its design; null for the library. */
export interface Imported {
  answer: ImportAnswer
  code: string | null
  /** The design that was made for it. */
  made: string | null
  /** Of a file that was to stay with what was read from it. */
  kept: KeptModel | null
}

export function ImportPage() {
  const reason = mayDo(useMe(), 'imports.create') ? null : t('mayNotImport')
  const [done, setDone] = useState<Imported | null>(null)
  return (
    <>
      <PageHead title={t('title')} />
      {reason !== null && <EmptyState title={t('title')}>{reason}</EmptyState>}
      {reason === null && done && <ImportResult imported={done} onAgain={() => setDone(null)} />}
      {reason === null && !done && <ImportForm onDone={setDone} />}
    </>
  )
}

const NOWHERE: Target = {
  kind: 'new',
  design: null,
  name: '',
  code: '',
  product: '',
  update: false,
  replaceLines: false,
}

const AS_FOUND: Reading = { headerRow: '', decimalMark: '', currency: '', template: '' }

type Mapping = Readonly<Record<string, string>>

function ImportForm({ onDone }: { onDone: (imported: Imported) => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [target, setTarget] = useState(NOWHERE)
  const [reading, setReading] = useState(AS_FOUND)
  const [mapping, setMapping] = useState<Mapping>({})
  const [repairs, setRepairs] = useState(NO_REPAIRS)
  const [keepAs, setKeepAs] = useState('')
  const [isKept, setKept] = useState(true)
  const isMissing =
    (target.kind === 'new' && !target.name.trim()) || (target.kind === 'known' && !target.design)
  const [isRefused, setRefused] = useState(false)
  const [leftRows, setLeftRows] = useState(0)
  const take = useTake(onDone)
  const top = (target.kind === 'new' && target.name.trim()) || (file ? nameOf(file) : '')
  const choose = (chosen: File) => {
    setFile(chosen)
    setMapping({})
    setReading(AS_FOUND)
    setRepairs(NO_REPAIRS)
    const isOwn = target.name !== '' && target.name !== (file && nameOf(file))
    if (!isOwn && !target.product) setTarget({ ...target, name: nameOf(chosen) })
  }
  return (
    <PageColumn>
      <Section title={t('file')}>
        <FileDrop file={file} onFile={choose} />
      </Section>
      {file && (
        <>
          <TargetFields target={target} onTarget={setTarget}>
            {isModel(file) && (
              <CheckField
                label={t('keepModel')}
                checked={isKept}
                onChange={(event) => setKept(event.target.checked)}
              />
            )}
          </TargetFields>
          <Section title={t('whatHappens')}>
            <ReadingFields {...{ reading, keepAs }} onReading={setReading} onKeepAs={setKeepAs} />
            <Trial
              {...{ file, target, reading, mapping, repairs }}
              top={{ name: top, take: () => setTarget({ ...target, product: top }) }}
              onRepairs={setRepairs}
              onRefused={setRefused}
              onLeft={setLeftRows}
              onMap={(header, field) => setMapping({ ...mapping, [header]: field })}
            />
          </Section>
          <JobProgress />
          <div className={styles.actions}>
            <Button
              kind="primary"
              reason={isRefused ? t('trialRefused') : isMissing ? t('targetMissing') : null}
              aria-busy={take.isPending}
              onClick={() =>
                !take.isPending &&
                take.mutate({
                  ...{ file, target, reading, mapping, repairs },
                  keepAs: keepAs.trim(),
                  isKept: isKept && isModel(file),
                })
              }
            >
              {t('import')}
            </Button>
            {leftRows > 0 && !isRefused && (
              <span className="muted">{t('leftRows', { count: leftRows })}</span>
            )}
          </div>
        </>
      )}
    </PageColumn>
  )
}

/** What a design is called that is made for a file. */
function nameOf(file: File): string {
  return file.name.replace(/\.[^.]+$/, '').replaceAll(/[_-]+/g, ' ')
}

interface Wish {
  file: File
  target: Target
  reading: Reading
  mapping: Mapping
  repairs: Repairs
}

function wishOf({ file, target, reading, mapping, repairs }: Wish, designId: string | null) {
  const { product, update, replaceLines } = target
  const asked = { product: product.trim(), update, replaceLines, mapping, repairs, ...reading }
  return { file, designId, parent: '', ...asked }
}

function useTake(onDone: (imported: Imported) => void) {
  // An import that is refused leaves its new design behind, which the next try takes.
  const left = useRef<{ name: string; code: string; design: Design } | null>(null)
  const newDesign = async ({ name, code }: Target, headers: WriteHeaders) => {
    const own = { name: name.trim(), code: code.trim() }
    if (left.current?.name !== own.name || left.current.code !== own.code) {
      const wanted = { name: own.name, ...(own.code && { code: own.code }) }
      const design = await createDesign(wanted, headers)
      left.current = { ...own, design }
    }
    return left.current.design
  }
  return useWrite({
    send: async (wish: Wish & { keepAs: string; isKept: boolean }, headers) => {
      const { kind } = wish.target
      const made = kind === 'new' ? await newDesign(wish.target, headers) : null
      const design = made ?? (kind === 'known' ? wish.target.design : null)
      const asked = { ...wishOf(wish, design?.id ?? null), saveTemplate: wish.keepAs }
      const files = wish.isKept ? await import('./model-file') : null
      const answer = await importParts(asked, false, { headers })
      const { product } = answer.plan
      const kept = product ? await files?.keepModel(wish.file, product, headers) : null
      return { answer, code: design?.code ?? null, made: made?.id ?? null, kept: kept ?? null }
    },
    changes: [keys.items, keys.designs, keys.search, mappingsQuery.queryKey],
    onProblem: ({ code }) => {
      const isStopped = code === 'CANCELLED'
      if (isStopped) notify({ kind: 'good', text: t('stopped') })
      return isStopped
    },
    onDone,
  })
}

interface TrialProps extends Wish {
  top: SuggestedTop
  onMap: (header: string, field: string) => void
  onRepairs: (repairs: Repairs) => void
  onRefused: (isRefused: boolean) => void
  /** How many rows would not come in. */
  onLeft: (count: number) => void
}

/** Asks the server what would happen; where the design is still to be made, as in the library. */
function Trial({ onMap, onRepairs, onRefused, onLeft, top, ...asked }: TrialProps) {
  const wish = useDeferredValue(asked)
  const { file, target, reading, mapping, repairs } = wish
  const designId = target.kind === 'known' ? (target.design?.id ?? null) : null
  const { product, update, replaceLines } = target
  const tried = useQuery({
    queryKey: [
      'import-trial',
      [file.name, file.size, file.lastModified],
      [designId, product, update, replaceLines],
      reading,
      mapping,
      repairs,
    ],
    queryFn: ({ signal }) => importParts(wishOf(wish, designId), true, { signal }),
    staleTime: 60_000,
    retry: false,
  })
  const isRefused = tried.isError && isRefusal(problemOf(tried.error).status)
  useEffect(() => onRefused(isRefused), [isRefused, onRefused])
  // What could be read before stays, so that a choice which does not work can be changed.
  const last = useRef<{ file: File; answer: ImportAnswer } | null>(null)
  if (tried.data) last.current = { file, answer: tried.data }
  const shown = last.current?.file === asked.file ? last.current.answer : null
  const left = shown?.plan.problems.length ?? 0
  useEffect(() => onLeft(left), [left, onLeft])
  return (
    <div aria-busy={tried.isFetching}>
      {isRefused && (
        <Unread
          {...{ problem: problemOf(tried.error), fileName: file.name, mapping }}
          onMap={shown ? undefined : onMap}
        />
      )}
      {tried.error && !isRefused && (
        <QueryError error={tried.error} onRetry={() => void tried.refetch()} />
      )}
      {!shown && !tried.error && <LoadingRows rows={4} columns={3} />}
      {shown && <ImportPlan answer={shown} {...{ onMap, repairs, onRepairs, top }} />}
    </div>
  )
}
