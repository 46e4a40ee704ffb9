import styles from './states.module.css'

export function Skeleton({ width }: { width: number | string }) {
  return <span className={styles.skeleton} style={{ width }} aria-hidden />
}
