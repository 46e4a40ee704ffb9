/** A record in one line, leading to its page. */

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './records.module.css'

interface RecordRowProps {
  address: string
  number: string
  name: string
  aside?: ReactNode
}

export function RecordRow({ address, number, name, aside }: RecordRowProps) {
  return (
    <li>
      <Link to={address} className={styles.rowLink}>
        <span className="mono">{number}</span>
        <span className="truncate">{name}</span>
        <span className={styles.aside}>{aside}</span>
      </Link>
    </li>
  )
}

export function RecordRows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}
