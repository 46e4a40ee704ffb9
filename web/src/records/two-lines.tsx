/** A record in two lines, as lists show it on a phone. */

import type { ReactNode } from 'react'
import { classes } from '../kit/classes'
import styles from './records.module.css'

interface TwoLinesProps {
  number: string
  name: string
  more: ReactNode
}

export function TwoLines({ number, name, more }: TwoLinesProps) {
  return (
    <>
      <span className={styles.first}>
        <span className="truncate grow">{name}</span>
        <span className="mono muted">{number}</span>
      </span>
      <span className={styles.second}>{more}</span>
    </>
  )
}

export function Props({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={classes(styles.props, className)}>{children}</dl>
}

export function Prop({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
