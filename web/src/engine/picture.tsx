/** The drafted product as it will look, from a side that is chosen. */

import { useState } from 'react'
import { pictureAddress, type Session, type View } from '../api/sessions'
import { EmptyState } from '../kit/states'
import styles from './engine.module.css'
import { t } from './texts'

const VIEWS: readonly View[] = ['iso', 'front', 'right', 'back', 'left', 'top']

export function Picture({ session }: { session: Session }) {
  const [view, setView] = useState<View>('iso')
  const address = pictureAddress(session.id, view, session.updatedAt)
  const [shown, setShown] = useState({ address: '', isGood: false })
  const isKnown = shown.address === address
  if (!session.artifacts.bom) {
    return <EmptyState title={t('noStructure')}>{t('noPictureNote')}</EmptyState>
  }
  return (
    <figure className={styles.picture} aria-busy={!isKnown}>
      <div className={styles.views} role="group" aria-label={t('view')}>
        {VIEWS.map((one) => (
          <button key={one} type="button" aria-pressed={one === view} onClick={() => setView(one)}>
            {t(`view_${one}`)}
          </button>
        ))}
      </div>
      {isKnown && !shown.isGood && <p className="muted">{t('noPicture')}</p>}
      <img
        key={address}
        src={address}
        alt={t('pictureOf', { name: session.title })}
        hidden={isKnown && !shown.isGood}
        onLoad={() => setShown({ address, isGood: true })}
        onError={() => setShown({ address, isGood: false })}
      />
      {!isKnown && <p className="muted">{t('drawing')}</p>}
    </figure>
  )
}
