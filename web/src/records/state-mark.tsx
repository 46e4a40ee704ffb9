/** A state by word, colour and shape: hollow, half, with a core, full, barred. */

import { classes } from '../kit/classes'
import { wordOf } from '../kit/i18n'
import styles from './records.module.css'
import { type Tone, toneOf } from './state-tone'

interface StateMarkProps {
  state: string
  /** With a border, for heads; rows show a dot and a word. */
  isPill?: boolean
}

export function StateMark({ state, isPill }: StateMarkProps) {
  const tone = toneOf(state)
  return (
    <span className={classes(styles.state, styles[tone], isPill && styles.pill)}>
      <Shape tone={tone} />
      {wordOf(state)}
    </span>
  )
}

function Shape({ tone }: { tone: Tone }) {
  return (
    <svg width="9" height="9" viewBox="0 0 10 10" aria-hidden="true">
      {tone === 'done' ? (
        <circle cx="5" cy="5" r="4.5" fill="currentColor" />
      ) : (
        <circle cx="5" cy="5" r="3.9" fill="none" stroke="currentColor" strokeWidth="1.4" />
      )}
      {tone === 'agreed' && <circle cx="5" cy="5" r="2" fill="currentColor" />}
      {tone === 'waiting' && <path d="M5 1.1a3.9 3.9 0 0 1 0 7.8z" fill="currentColor" />}
      {tone === 'gone' && <path d="M2.2 7.8 7.8 2.2" stroke="currentColor" strokeWidth="1.4" />}
    </svg>
  )
}
