/** Brings a list in: the file, where it goes, what would happen, and then it happens. */

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { createDesign } from '../api/designs'
import { type ImportAnswer, importParts } from '../api/imports'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { PageColumn, PageHead, Section } from '../kit/page'
import { EmptyState, LoadingRows } from '../kit/states'
import { QueryError } from '../records/query-error'
import { FileDrop } from './file-drop'
import styles from './imports.module.css'
import { ImportPlan } from './plan'
import { ImportResult } from './result'
import { type Target, TargetFields } from './target-fields'
import { t } from './texts'

/** What was brought in, and the code of its design; null for the library. */
export interface Imported {
  answer: ImportAnswer
  code: string | null
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
}

function ImportForm({ onDone }: { onDone: (imported: Imported) => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [target, setTarget] = useState(NOWHERE)
  const isMissing =
    (target.kind === 'new' && !target.name.trim()) || (target.kind === 'known' && !target.design)
  const take = useTake(onDone)
  const choose = (chosen: File) => {
    setFile(chosen)
    if (!target.name && !target.product) {
      const name = chosen.name.replace(/\.[^.]+$/, '').replaceAll(/[_-]+/g, ' ')
      setTarget({ ...target, name })
    }
  }
  return (
    <PageColumn>
      <Section title={t('file')}>
        <FileDrop file={file} onFile={choose} />
      </Section>
      {file && (
        <>
          <TargetFields target={target} onTarget={setTarget} />
          <Section title={t('whatHappens')}>
            <Trial file={file} target={target} />
          </Section>
          <div className={styles.actions}>
            <Button
              kind="primary"
              reason={isMissing ? t('targetMissing') : null}
              aria-busy={take.isPending}
              onClick={() => !take.isPending && take.mutate({ file, target })}
            >
              {t('import')}
            </Button>
          </div>
        </>
      )}
    </PageColumn>
  )
}

function wishOf(file: File, target: Target, designId: string | null) {
  const { product, update } = target
  return { file, designId, parent: '', product: product.trim(), update }
}

function useTake(onDone: (imported: Imported) => void) {
  return useWrite({
    send: async ({ file, target }: { file: File; target: Target }, headers) => {
      const { kind, name, code } = target
      const asked = { name: name.trim(), ...(code.trim() && { code: code.trim() }) }
      const made = kind === 'new' ? await createDesign(asked) : null
      const design = made ?? (kind === 'known' ? target.design : null)
      const answer = await importParts(wishOf(file, target, design?.id ?? null), false, headers)
      return { answer, code: design?.code ?? null }
    },
    changes: [keys.items, keys.designs, keys.search],
    onDone,
  })
}

/** Asks the server what would happen; where the design is still to be made, as in the library. */
function Trial({ file, target }: { file: File; target: Target }) {
  const designId = target.kind === 'known' ? (target.design?.id ?? null) : null
  const product = useDeferredValue(target.product)
  const wish = wishOf(file, { ...target, product }, designId)
  const tried = useQuery({
    queryKey: [
      'import-trial',
      file.name,
      file.size,
      file.lastModified,
      designId,
      product,
      target.update,
    ],
    queryFn: () => importParts(wish, true),
    staleTime: 60_000,
    retry: false,
  })
  if (tried.error) return <QueryError error={tried.error} onRetry={() => void tried.refetch()} />
  if (!tried.data) return <LoadingRows rows={4} columns={3} />
  return <ImportPlan answer={tried.data} />
}
