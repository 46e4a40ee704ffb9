/** Ways to fill an empty server: the demonstration, a list, or part by part. */

import { Link, useNavigate } from '@tanstack/react-router'
import { Bot, DraftingCompass, FileSpreadsheet, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { mayDo, useMe } from '../api/account'
import { DEMO_TOP, loadDemo } from '../api/demo'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { Button, buttonClass } from '../kit/button'
import { itemAddress } from '../records/item-address'
import styles from './home.module.css'
import { t } from './texts'

export function Begin() {
  const reason = mayDo(useMe(), 'imports.create') ? null : t('mayNotBegin')
  const navigate = useNavigate()
  const demo = useWrite({
    send: loadDemo,
    changes: [keys.items, keys.designs, keys.changeOrders, keys.search],
    onDone: () => void navigate({ to: itemAddress({ itemNumber: DEMO_TOP }, 'structure') }),
  })
  return (
    <ol className={styles.ways}>
      <Way icon={FileSpreadsheet} title={t('list')} note={t('listNote')}>
        {reason ? (
          <Button reason={reason}>{t('toImport')}</Button>
        ) : (
          <Link to="/import" search={{}} className={buttonClass({ kind: 'primary' })}>
            {t('toImport')}
          </Link>
        )}
      </Way>
      <Way icon={Bot} title={t('demo')} note={t('demoNote')}>
        <Button
          reason={reason}
          aria-busy={demo.isPending}
          onClick={() => !demo.isPending && demo.mutate()}
        >
          {demo.isPending ? t('demoComes') : t('loadDemo')}
        </Button>
      </Way>
      <Way icon={DraftingCompass} title={t('own')} note={t('ownNote')}>
        <div className={styles.buttons}>
          <Link to="/designs" search={{ new: '1' }} className={buttonClass({})}>
            {t('newDesign')}
          </Link>
          <Link to="/parts" search={{ new: '1' }} className={buttonClass({})}>
            {t('newPart')}
          </Link>
        </div>
      </Way>
    </ol>
  )
}

interface WayProps {
  icon: LucideIcon
  title: string
  note: string
  children: ReactNode
}

function Way({ icon: Icon, title, note, children }: WayProps) {
  return (
    <li>
      <Icon size={18} strokeWidth={1.6} />
      <div>
        <h3>{title}</h3>
        <p>{note}</p>
        {children}
      </div>
    </li>
  )
}
