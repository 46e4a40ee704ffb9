/** Kept meanings of columns: one chosen for this list, or this one's kept under a name. */

import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { dropMapping, type KeptMapping, mappingsQuery } from '../api/imports'
import { useWrite } from '../api/write'
import { IconButton } from '../kit/button'
import { SelectField, TextField } from '../kit/field'
import styles from './imports.module.css'
import { t } from './texts'

interface TemplateFieldsProps {
  chosen: string
  onChoose: (name: string) => void
  keepAs: string
  onKeepAs: (name: string) => void
}

const LONGEST_NAME = 100

export function TemplateFields({ chosen, onChoose, keepAs, onKeepAs }: TemplateFieldsProps) {
  const kept = useQuery(mappingsQuery).data?.filter(({ kind }) => kind === 'parts') ?? []
  const mapping = kept.find(({ name }) => name === chosen)
  return (
    <div className={styles.fields}>
      {kept.length > 0 && (
        <div className={styles.beside}>
          <SelectField
            label={t('template')}
            value={chosen}
            choices={[
              { value: '', label: t('noTemplate') },
              ...kept.map(({ name }) => ({ value: name, label: name })),
            ]}
            onChange={(event) => onChoose(event.target.value)}
          />
          {mapping && <DropTemplate mapping={mapping} onDropped={() => onChoose('')} />}
        </div>
      )}
      <TextField
        label={t('keepTemplate')}
        hint={t('keepTemplateHint')}
        value={keepAs}
        maxLength={LONGEST_NAME}
        onChange={(event) => onKeepAs(event.target.value)}
      />
    </div>
  )
}

function DropTemplate({ mapping, onDropped }: { mapping: KeptMapping; onDropped: () => void }) {
  const { id, name } = mapping
  const drop = useWrite({
    send: (_: null, headers) => dropMapping(id, headers),
    changes: [mappingsQuery.queryKey],
    done: t('templateGone', { name }),
    onDone: onDropped,
  })
  return (
    <IconButton
      icon={Trash2}
      label={t('dropTemplate', { name })}
      aria-busy={drop.isPending}
      onClick={() => drop.mutate(null)}
    />
  )
}
