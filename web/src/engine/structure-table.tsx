/** The drafted structure as a tree: names, counts and materials are changed where they stand. */

import { FileText, MessageSquare, Plus, Trash2, UserRound } from 'lucide-react'
import { useState } from 'react'
import { type BomNode, drawingAddress, type Session } from '../api/sessions'
import { buttonClass, IconButton } from '../kit/button'
import { formatNumber } from '../kit/format'
import { sentenceOf } from '../kit/i18n'
import { EmptyState } from '../kit/states'
import type { ArtefactProps } from './artefacts'
import { EditCell } from './edit-cell'
import styles from './engine.module.css'
import { FigureCell } from './figure-cell'
import { readQuantity } from './figures'
import type { Act } from './next-step'
import { PriceCells } from './price-cells'
import { stepOf } from './steps'
import { t } from './texts'
import { rowsOf, withChange, without, withPart } from './tree'

const SOLIDS = 3

export function StructureTable({ session, reason, edit, act }: ArtefactProps & { act: Act }) {
  const root = session.artifacts.bom?.rootAssembly
  if (!root) return <EmptyState title={t('noStructure')}>{t('noStructureNote')}</EmptyState>
  const save = (rootAssembly: BomNode) => edit({ artifacts: { bom: { rootAssembly } } })
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('part')}</th>
          <th scope="col">{t('quantity')}</th>
          <th scope="col">{t('material')}</th>
          <th scope="col">{t('mass')}</th>
          <th scope="col">{t('cost')}</th>
          <th scope="col">{t('leadTime')}</th>
          <th>
            <span className="sr-only">{t('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(root).map(({ node, level }) => (
          <NodeRow
            key={node.tempId}
            {...{ node, level, root, session, reason, save, act }}
            isRoot={node === root}
          />
        ))}
      </tbody>
    </table>
  )
}

interface NodeRowProps {
  node: BomNode
  level: number
  root: BomNode
  isRoot: boolean
  session: Session
  reason: string | null
  save: (root: BomNode) => void
  act: Act
}

function NodeRow({ node, level, root, isRoot, session, reason, save, act }: NodeRowProps) {
  const [asked, setAsked] = useState<'part' | 'feedback' | null>(null)
  const change = (changed: Partial<BomNode>) => save(withChange(root, node.tempId, changed))
  const mass = node.cadGeneration?.massKg
  return (
    <>
      <tr>
        <td style={{ paddingLeft: 8 + level * 18 }} title={node.rationale || undefined}>
          <EditCell
            label={t('part')}
            value={node.name}
            reason={reason}
            onSave={(name) => name && change({ name })}
          />
          {node.source === 'user' && (
            <UserRound size={12} className={styles.own} aria-label={t('byYou')} />
          )}
          {node.cadGeneration?.error && <small>{sentenceOf(node.cadGeneration.error)}</small>}
        </td>
        <td>
          {isRoot ? (
            ''
          ) : (
            <FigureCell
              label={t('quantity')}
              value={node.quantity}
              reason={reason}
              read={readQuantity}
              onSave={(quantity) => quantity !== null && change({ quantity })}
            />
          )}
        </td>
        <td>
          <EditCell
            label={t('material')}
            value={node.material ?? ''}
            reason={reason}
            onSave={(material) => change({ material: material || null })}
          />
        </td>
        <td className={styles.figure}>
          {typeof mass === 'number' ? `${formatNumber(mass, 3)} kg` : ''}
        </td>
        <PriceCells {...{ node, session, reason, change }} />
        <td className={styles.tools}>
          {session.artifacts.materializationResult && stepOf(session.stage) >= SOLIDS && (
            <>
              <a
                className={buttonClass({ kind: 'quiet' })}
                href={drawingAddress(session.id, node.tempId)}
                target="_blank"
                rel="noreferrer"
                aria-label={t('drawingOf', { name: node.name })}
                title={t('drawingOf', { name: node.name })}
              >
                <FileText size={15} />
              </a>
              {node.children.length === 0 && (
                <IconButton
                  icon={MessageSquare}
                  label={t('feedbackOn', { name: node.name })}
                  reason={reason}
                  onClick={() => setAsked('feedback')}
                />
              )}
            </>
          )}
          {node.children.length > 0 && (
            <IconButton
              icon={Plus}
              label={t('addPartTo', { name: node.name })}
              reason={reason}
              onClick={() => setAsked('part')}
            />
          )}
          {!isRoot && (
            <IconButton
              icon={Trash2}
              label={t('remove', { name: node.name })}
              reason={reason}
              onClick={() => save(without(root, node.tempId))}
            />
          )}
        </td>
      </tr>
      {asked && (
        <AskRow
          label={t(asked === 'part' ? 'nameOfPart' : 'feedback')}
          onClose={() => setAsked(null)}
          onText={(text) => {
            if (asked === 'part') save(withPart(root, node.tempId, text))
            else void act({ action: 'regenerate_part', tempId: node.tempId, feedback: text })
          }}
        />
      )}
    </>
  )
}

interface AskRowProps {
  label: string
  onText: (text: string) => void
  onClose: () => void
}

/** A line to type in below the row that asks. */
function AskRow({ label, onText, onClose }: AskRowProps) {
  return (
    <tr>
      <td colSpan={7}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const text = String(new FormData(event.currentTarget).get('text')).trim()
            if (text) onText(text)
            onClose()
          }}
        >
          <input
            className={styles.ask}
            name="text"
            aria-label={label}
            placeholder={label}
            maxLength={2000}
            autoFocus
            onBlur={onClose}
            onKeyDown={(event) => event.key === 'Escape' && onClose()}
          />
        </form>
      </td>
    </tr>
  )
}
