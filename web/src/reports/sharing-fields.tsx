/** Who sees a report besides its maker. */

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { personQuery, roleNamesQuery } from '../api/reports'
import { IconButton } from '../kit/button'
import { CheckField, SelectField } from '../kit/field'
import { wordOf } from '../kit/i18n'
import { PersonField } from '../records/pickers'
import type { Draft } from './draft'
import styles from './reports.module.css'
import { t } from './texts'

interface SharingProps {
  draft: Draft
  set: (change: Partial<Draft>) => void
}

export function SharingFields({ draft, set }: SharingProps) {
  const { roles, people } = draft
  // A new key empties the field once somebody was chosen.
  const [chosen, setChosen] = useState(0)
  const names = useQuery(roleNamesQuery).data ?? []
  const left = names.filter((name) => !roles.includes(name))
  const add = (id: string | undefined) => {
    if (id && !people.includes(id)) set({ people: [...people, id] })
    setChosen(chosen + 1)
  }
  return (
    <fieldset className={styles.group}>
      <legend>{t('seenBy')}</legend>
      <CheckField
        label={t('forEverybody')}
        checked={draft.isPublic}
        onChange={(event) => set({ isPublic: event.target.checked })}
      />
      {!draft.isPublic && (
        <>
          <ul className={styles.rows}>
            {roles.map((name) => (
              <Sharer
                key={name}
                name={wordOf(name)}
                onRemove={() => set({ roles: roles.filter((one) => one !== name) })}
              />
            ))}
            {people.map((id) => (
              <PersonSharer
                key={id}
                id={id}
                onRemove={() => set({ people: people.filter((one) => one !== id) })}
              />
            ))}
          </ul>
          {left.length > 0 && (
            <SelectField
              label={t('shareWithRole')}
              value=""
              choices={[
                { value: '', label: t('chooseRole') },
                ...left.map((name) => ({ value: name, label: wordOf(name) })),
              ]}
              onChange={({ target }) => target.value && set({ roles: [...roles, target.value] })}
            />
          )}
          <PersonField
            key={chosen}
            label={t('shareWithPerson')}
            without={people}
            onChoose={(option) => option && add(option.value)}
          />
        </>
      )}
    </fieldset>
  )
}

function PersonSharer({ id, onRemove }: { id: string; onRemove: () => void }) {
  const name = useQuery(personQuery(id)).data
  return <Sharer name={name ?? id} onRemove={onRemove} />
}

function Sharer({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <li>
      <span className="truncate grow">{name}</span>
      <IconButton icon={X} label={t('unshare', { name })} onClick={onRemove} />
    </li>
  )
}
