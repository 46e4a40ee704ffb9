/** What stands where there is nothing (yet): empty, no match, not found, refused, loading. */

import { CircleAlert, CloudOff, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Button } from './button'
import { Skeleton } from './skeleton'
import styles from './states.module.css'
import { t } from './texts'

interface StateProps {
  /** Whether it stands in place of a whole page, which has no other heading. */
  isPage?: boolean
  icon?: LucideIcon
  title: string
  children?: ReactNode
  actions?: ReactNode
}

function Heading({ isPage, title }: Pick<StateProps, 'isPage' | 'title'>) {
  useEffect(() => {
    if (isPage) document.title = `${title} · Partwright`
  }, [isPage, title])
  return isPage ? <h1>{title}</h1> : <h2>{title}</h2>
}

export function EmptyState({ isPage, icon: Icon, title, children, actions }: StateProps) {
  return (
    <div className={styles.state}>
      {Icon && <Icon size={28} strokeWidth={1.5} />}
      <Heading {...{ isPage, title }} />
      {children && <div>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

interface ErrorStateProps {
  isPage?: boolean
  title?: string
  message: string
  requestId?: string | null
  onRetry?: () => void
  offline?: boolean
}

export function ErrorState({
  isPage,
  title,
  message,
  requestId,
  onRetry,
  offline,
}: ErrorStateProps) {
  const Icon = offline ? CloudOff : CircleAlert
  return (
    <div className={styles.state} role="alert">
      <Icon size={28} strokeWidth={1.5} />
      <Heading isPage={isPage} title={title ?? t('failed')} />
      <p>{message}</p>
      {requestId && <code className={styles.code}>{t('requestId', { id: requestId })}</code>}
      {onRetry && (
        <div className={styles.actions}>
          <Button onClick={onRetry}>{t('retry')}</Button>
        </div>
      )}
    </div>
  )
}

/** Rows of the final height, so that nothing moves when the answer comes. */
export function LoadingRows({ rows = 12, columns = 5 }: { rows?: number; columns?: number }) {
  return (
    <div className={styles.rows} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else
        <div key={row}>
          {Array.from({ length: columns }, (_, column) => (
            <Skeleton
              // biome-ignore lint/suspicious/noArrayIndexKey: the same
              key={column}
              width={column === 1 ? 220 : 70 + ((row * 31 + column * 17) % 50)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
