/** An item at a glance, for the inspector. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { whereUsedQuery } from '../api/item-changes'
import { itemAddress } from '../records/item-address'
import { StateMark } from '../records/state-mark'
import { Prop, Props } from '../records/two-lines'
import { type AnyItem, DESCRIPTION, fieldLabel, fieldsOf, fieldText } from './fields'
import { ItemPicture } from './item-picture'
import styles from './items.module.css'
import { t } from './texts'

export function ItemGlance({ item }: { item: AnyItem }) {
  const fields = fieldsOf(item.type).filter((field) => fieldText(item, field) !== '')
  return (
    <div className={styles.glance}>
      <ItemPicture id={item.id} isLarge />
      <div>
        <div className={styles.glanceHead}>
          <span className="mono">{item.itemNumber}</span>
          <span className="mono muted">{item.revision}</span>
          <StateMark state={item.state} isPill />
        </div>
        <h2>{item.name}</h2>
        {item.description && <p className="muted">{item.description}</p>}
      </div>
      <Props>
        {fields
          .filter((field) => field !== DESCRIPTION)
          .map((field) => (
            <Prop key={field.name} name={fieldLabel(field)}>
              {fieldText(item, field)}
            </Prop>
          ))}
        {item.lockedBy && <Prop name={t('lockedBy')}>{item.lockedBy.name}</Prop>}
      </Props>
      {item.type === 'Part' && <UsedIn id={item.id} />}
    </div>
  )
}

export function UsedIn({ id }: { id: string }) {
  const used = useQuery({ ...whereUsedQuery(id, {}), staleTime: 60_000 })
  const parents = used.data?.parents.filter((parent) => parent.level === 1) ?? []
  if (parents.length === 0) return null
  return (
    <section>
      <h3>{t('usedIn')}</h3>
      <ul>
        {parents.slice(0, 8).map((parent) => (
          <li key={parent.relationshipId}>
            <Link to={itemAddress(parent.item)} className={styles.usedRow}>
              <span className="figures muted">{parent.quantity}×</span>
              <span className="mono">{parent.item.itemNumber}</span>
              <span className="truncate">{parent.item.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
