/** A record in one line, leading to its page; a change order with where it stands. */

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatWhen } from '../kit/format'
import { orderAddress } from './order-address'
import styles from './records.module.css'
import { StateMark } from './state-mark'

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

interface OrderRowProps {
  order: { itemNumber: string; name: string; state: string }
  /** When something last happened to it. */
  when?: string
}

export function OrderRow({ order, when }: OrderRowProps) {
  return (
    <RecordRow
      address={orderAddress(order)}
      number={order.itemNumber}
      name={order.name}
      aside={
        <>
          <StateMark state={order.state} />
          {when && formatWhen(when)}
        </>
      }
    />
  )
}

export function RecordRows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}
