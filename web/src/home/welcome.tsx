/** The first start: greets the first person and offers ways to begin. */

import { Link } from '@tanstack/react-router'
import { Boxes, DraftingCompass, KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../kit/button'
import styles from './home.module.css'
import { t } from './texts'

export function Welcome() {
  return (
    <div className={styles.welcome}>
      <h2>{t('welcome')}</h2>
      <p>{t('welcomeNote')}</p>
      <ol>
        <Way icon={<KeyRound size={18} aria-hidden />} title={t('setPassword')}>
          <p>{t('setPasswordNote')}</p>
          <Link to="/me" search={{}} className={buttonClass({})}>
            {t('toProfile')}
          </Link>
        </Way>
        <Way icon={<DraftingCompass size={18} aria-hidden />} title={t('demo')}>
          <p>{t('demoNote')}</p>
          <code>partwright demo</code>
        </Way>
        <Way icon={<Boxes size={18} aria-hidden />} title={t('own')}>
          <p>{t('ownNote')}</p>
          <code>partwright import parts.csv</code>
          <div className={styles.buttons}>
            <Link to="/designs" search={{}} className={buttonClass({})}>
              {t('newDesign')}
            </Link>
            <Link to="/parts" search={{}} className={buttonClass({})}>
              {t('newPart')}
            </Link>
          </div>
        </Way>
      </ol>
    </div>
  )
}

function Way({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li>
      {icon}
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  )
}
