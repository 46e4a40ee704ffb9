import { initials } from '../kit/initials'
import styles from './records.module.css'

export function Person({ name }: { name: string }) {
  return (
    <span className={styles.person}>
      <span className={styles.avatar} aria-hidden>
        {initials(name)}
      </span>
      {name}
    </span>
  )
}
