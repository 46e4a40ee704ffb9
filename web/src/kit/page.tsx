/** The parts that every page is made of: head with crumbs and tabs, bar, body, sections. */

import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { formatNumber } from './format'
import styles from './page.module.css'

interface PageHeadProps {
  crumbs?: ReactNode
  title: ReactNode
  /** What the browser's tab says; the title itself when that is text. */
  windowTitle?: string
  count?: number
  children?: ReactNode
  actions?: ReactNode
  tabs?: ReactNode
}

export function PageHead({
  crumbs,
  title,
  windowTitle,
  count,
  children,
  actions,
  tabs,
}: PageHeadProps) {
  const name = windowTitle ?? (typeof title === 'string' ? title : undefined)
  useEffect(() => {
    if (name) document.title = `${name} · Partwright`
  }, [name])
  return (
    <header className={styles.head}>
      {crumbs && <div className={styles.crumbs}>{crumbs}</div>}
      <div className={styles.title}>
        <h1>{title}</h1>
        {count !== undefined && <span className={styles.count}>{formatNumber(count)}</span>}
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {tabs}
    </header>
  )
}

/** Marks the tab that is shown where the address alone does not, as with a tab that there is not. */
export const tabMark = (isShown: boolean) =>
  isShown ? ({ 'data-status': 'active', 'aria-current': 'page' } as const) : {}

export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  )
}

export function Bar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.bar} role="toolbar" aria-label={label}>
      {children}
    </div>
  )
}

export function PageBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>
}

export function PageColumn({ children }: { children: ReactNode }) {
  return (
    <div className={styles.body}>
      <div className={styles.column}>{children}</div>
    </div>
  )
}

export function Section({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.section} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  )
}
