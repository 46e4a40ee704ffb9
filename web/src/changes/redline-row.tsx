/** One difference: a sign and a word for what happened, and the values before and after. */

import type { ReactNode } from 'react'
import styles from './changes.module.css'
import { t } from './texts'

interface RowProps {
  sign: '+' | '−' | '~'
  code?: string
  name?: string | null
  first: string
  from?: string
  to?: string
  more?: string
  isGone?: boolean
  /** What can be done with it, at its end. */
  deed?: ReactNode
}

const GROUNDS = { '+': 'plus', '−': 'minus', '~': 'tilde' } as const
const WORDS = { '+': 'added', '−': 'removed', '~': 'changed' } as const

export function Row({ sign, code, name, first, from, to, more, isGone, deed }: RowProps) {
  return (
    <div className={`${styles.row} ${styles[GROUNDS[sign]]}`} data-difference tabIndex={-1}>
      <span className={styles.sign} aria-hidden>
        {sign}
      </span>
      <span className={styles.what}>
        <span className="sr-only">{t(WORDS[sign])}</span>
        {code && <span className="mono">{code}</span>}
        {name && <span className="truncate">{name}</span>}
        {first && <span className={code ? 'muted' : undefined}>{first}</span>}
      </span>
      <span className="figures">
        {from && <del>{from}</del>}
        {from && to && ' → '}
        {to && (isGone ? <del>{to}</del> : <ins>{to}</ins>)}
      </span>
      <span className="muted figures">{more}</span>
      <span className={styles.deed}>{deed}</span>
    </div>
  )
}
