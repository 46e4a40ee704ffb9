/** The assemblies that contain what a change changes, the nearest first; beside everything else about it. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { impactQuery } from '../api/changes'
import { useSeen } from '../kit/use-seen'
import { useAddress } from '../lists/use-address'
import { itemAddress } from '../records/item-address'
import own from './affected.module.css'
import { t } from './texts'
import { reached } from './used-rows'

const FEW = 6

/** Beside the impact itself it would say the same twice. */
export function UsedIn({ id }: { id: string }) {
  const [{ tab }] = useAddress()
  return tab === 'impact' ? null : <Asked id={id} />
}

/** Asked where it comes into sight; says nothing where it is not known: the tab of the impact tells why. */
function Asked({ id }: { id: string }) {
  const [place, isSeen] = useSeen()
  const impact = useQuery({ ...impactQuery(id), enabled: isSeen }).data
  if (!impact) return <section ref={place} />
  const found = reached(impact.whereUsed)
  return (
    <section>
      <h2>{t('usedIn')}</h2>
      {found.length === 0 && <p className="muted">{t('usedNowhere')}</p>}
      <ol className={own.used}>
        {found.slice(0, FEW).map(({ item, level }) => (
          <li key={item.id} value={level}>
            <small className="muted figures">{level}</small>
            <Link to={itemAddress(item)} className="mono">
              {item.itemNumber}
            </Link>
            <span className="truncate">{item.name}</span>
          </li>
        ))}
      </ol>
      {found.length > FEW && (
        <Link to="." search={{ tab: 'impact' }} className="link">
          {t('andMore', { count: found.length - FEW })}
        </Link>
      )}
    </section>
  )
}
