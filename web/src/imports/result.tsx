/** What an import made, with the ways to it, and the way back. */

import { Link } from '@tanstack/react-router'
import { Box, CircleCheck, Download, Undo2 } from 'lucide-react'
import { repairAddress } from '../api/imports'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { Button, buttonClass } from '../kit/button'
import { PageColumn, Section } from '../kit/page'
import { itemAddress } from '../records/item-address'
import type { Imported } from './import-page'
import styles from './imports.module.css'
import { ImportPlan } from './plan'
import { t } from './texts'

interface ImportResultProps {
  imported: Imported
  onAgain: () => void
}

export function ImportResult({ imported, onAgain }: ImportResultProps) {
  const { answer, code, made, kept } = imported
  const { importId, plan } = answer
  const undo = useWrite({
    send: async (id: string, headers) => {
      const { undoWithModel } = await import('./model-file')
      return undoWithModel(id, { kept, design: made }, headers)
    },
    changes: [keys.items, keys.designs, keys.search],
    done: (isGone) => (made && code && !isGone ? t('undoneFrom', { code }) : t('undone')),
    onDone: onAgain,
  })
  return (
    <PageColumn>
      <Section title={t('done')}>
        <p className={styles.done} role="status">
          <CircleCheck size={16} />
          {t('doneNote', {
            parts: t('partCount', { count: plan.parts.new + plan.parts.changed }),
            lines: t('lineCount', { count: plan.lines.new }),
          })}
        </p>
        {kept?.problem && (
          <p role="alert">{t('notKept', { number: plan.product ?? '', reason: kept.problem })}</p>
        )}
        <div className={styles.actions}>
          <ResultLink product={plan.product} code={code} />
          {plan.product && kept?.problem === null && (
            <Link to={itemAddress({ itemNumber: plan.product }, '3d')} className={buttonClass({})}>
              <Box size={14} />
              {t('toModel')}
            </Link>
          )}
          {importId && plan.problems.length > 0 && (
            <a className={buttonClass({})} href={repairAddress(importId)} download>
              <Download size={14} />
              {t('repair')}
            </a>
          )}
          <Button onClick={onAgain}>{t('again')}</Button>
          {importId && (
            <Button icon={Undo2} aria-busy={undo.isPending} onClick={() => undo.mutate(importId)}>
              {t('undo')}
            </Button>
          )}
        </div>
      </Section>
      <Section title={t('whatHappened')}>
        <ImportPlan answer={answer} />
      </Section>
    </PageColumn>
  )
}

function ResultLink({ product, code }: { product: string | null; code: string | null }) {
  const look = buttonClass({ kind: 'primary' })
  if (product) {
    return (
      <Link to={itemAddress({ itemNumber: product }, 'structure')} className={look}>
        {t('toStructure', { number: product })}
      </Link>
    )
  }
  return (
    <Link to="/parts" search={code ? { design: code } : {}} className={look}>
      {t('toParts')}
    </Link>
  )
}
