/** What the colours of a model mean. */

import { wordOf } from '../kit/i18n'
import { CHANGES, type ChangeMark, type Colouring } from './colours'
import styles from './legend.module.css'
import type { ModelScene } from './model-scene'
import type { ModelNode } from './model-tree'
import type { ModelSource } from './model-view'
import { legendOf, UNCHANGED } from './painting'
import { t } from './texts'

const SHOWN = 8

interface LegendProps {
  by: Colouring
  nodes: readonly ModelNode[] | null
  source: ModelSource
  scene: ModelScene | null
  /** Whether the former shape of anything is in the picture. */
  hasFormer: boolean
}

export function Legend({ by, nodes, source, scene, hasFormer }: LegendProps) {
  if (by === 'cad' || by === 'part' || !nodes || !scene) return null
  const entries = legendOf(by, nodes, scene.marks, source.items)
  const removed = by === 'change' ? (source.removed ?? []) : []
  return (
    <ul className={styles.legend} aria-label={t('legend')}>
      {entries.slice(0, SHOWN).map(({ text, colour, count }) => (
        <li key={text ?? ''}>
          <svg width="10" height="10" aria-hidden>
            <circle cx="5" cy="5" r="5" fill={colour} />
          </svg>
          {wordFor(by, text)}
          <small>{count}</small>
        </li>
      ))}
      {hasFormer && (
        <li>
          <Ring />
          {t('former')}
        </li>
      )}
      {removed.length > 0 && (
        <li title={removed.join(', ')}>
          <Ring />
          {t('change_removed')}: {removed.slice(0, SHOWN).join(', ')}
          <small>{removed.length}</small>
        </li>
      )}
    </ul>
  )
}

function Ring() {
  return (
    <svg width="10" height="10" aria-hidden>
      <circle cx="5" cy="5" r="4" fill="none" stroke={CHANGES.removed} strokeWidth="2" />
    </svg>
  )
}

function wordFor(by: Colouring, text: string | null): string {
  if (text === null) return t('unknown')
  if (by === 'change') return t(text === UNCHANGED ? 'unchanged' : `change_${text as ChangeMark}`)
  return by === 'state' ? wordOf(text) : text
}
