/** The drafted product as it will look, from a side that is chosen. */

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pictureQuery, type Session, type View } from '../api/sessions'
import { EmptyState } from '../kit/states'
import { QueryError } from '../records/query-error'
import styles from './engine.module.css'
import { t } from './texts'

const VIEWS: readonly View[] = ['iso', 'front', 'right', 'back', 'left', 'top']

interface PictureProps {
  session: Session
  isBusy: boolean
}

export function Picture({ session, isBusy }: PictureProps) {
  const [view, setView] = useState<View>('iso')
  const hasStructure = session.artifacts.bom !== null
  // What is still being drafted would be drawn for nothing, and hold the drafting up.
  const query = pictureQuery(session.id, view, session.updatedAt)
  const drawn = useQuery({ ...query, enabled: hasStructure && !isBusy })
  const address = useAddress(drawn.error ? undefined : drawn.data)
  if (!hasStructure) {
    return <EmptyState title={t('noStructure')}>{t('noPictureNote')}</EmptyState>
  }
  return (
    <figure className={styles.picture} aria-busy={drawn.isFetching}>
      <div className={styles.views} role="group" aria-label={t('view')}>
        {VIEWS.map((one) => (
          <button key={one} type="button" aria-pressed={one === view} onClick={() => setView(one)}>
            {t(`view_${one}`)}
          </button>
        ))}
      </div>
      {drawn.error && <QueryError error={drawn.error} onRetry={() => void drawn.refetch()} />}
      {address && <img src={address} alt={t('pictureOf', { name: session.title })} />}
      {isBusy && <p className="muted">{t('drawnLater')}</p>}
      {drawn.isFetching && <p className="muted">{t('drawing')}</p>}
    </figure>
  )
}

/** An address in this page for what was fetched; given up with it. */
function useAddress(content: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!content) return
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(undefined)
    }
  }, [content])
  return address
}
