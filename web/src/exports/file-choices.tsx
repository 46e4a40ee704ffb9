/** Which files and which state go out, asked alike for packages and links. */

import { useQuery } from '@tanstack/react-query'
import { type FileKind, revisionsQuery } from '../api/exports'
import { CheckField, SelectField } from '../kit/field'
import styles from './exports.module.css'
import { t } from './texts'

const KINDS: readonly FileKind[] = ['step', 'drawing', 'pdf', 'image', 'other']
const AT_FIRST: readonly FileKind[] = ['step', 'drawing', 'pdf']

export interface Outgoing {
  revision: string
  kinds: FileKind[]
  includeUnreleased: boolean
}

export function outgoingOf(form: FormData): Outgoing {
  return {
    revision: String(form.get('revision') ?? ''),
    kinds: KINDS.filter((kind) => form.get(`kind-${kind}`)),
    includeUnreleased: form.get('unreleased') !== null,
  }
}

export function FileChoices({ item }: { item: { id: string; state: string } }) {
  const revisions = useQuery(revisionsQuery(item.id)).data ?? []
  return (
    <>
      {revisions.length > 0 && (
        <SelectField
          label={t('whichState')}
          name="revision"
          choices={[
            { value: '', label: t('shownState') },
            ...revisions.map(({ revision }) => ({
              value: revision,
              label: t('revisionNamed', { revision }),
            })),
          ]}
        />
      )}
      <fieldset className={styles.choices}>
        <legend>{t('files')}</legend>
        {KINDS.map((kind) => (
          <CheckField
            key={kind}
            name={`kind-${kind}`}
            label={t(`kind_${kind}`)}
            defaultChecked={AT_FIRST.includes(kind)}
          />
        ))}
      </fieldset>
      <CheckField
        name="unreleased"
        label={t('unreleasedToo')}
        defaultChecked={item.state !== 'Released'}
      />
    </>
  )
}
