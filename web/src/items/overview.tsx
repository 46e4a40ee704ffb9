/** The fields of an item, each editable where it stands. */

import { useQuery } from '@tanstack/react-query'
import { itemFilesQuery } from '../api/files'
import { FilePicture, pictureAddress } from '../files/file-picture'
import { formatDateTime } from '../kit/format'
import { PageBody } from '../kit/page'
import { Prop, Props } from '../records/two-lines'
import { Attributes } from './attributes'
import { FieldEdit } from './field-edit'
import { DESCRIPTION, fieldLabel, fieldsOf, type ItemField } from './fields'
import { UsedIn } from './item-glance'
import styles from './items.module.css'
import { t } from './texts'
import { useItemHere } from './use-item'

const NAME: ItemField = { name: 'name', kind: 'text', width: 0 }

export function Overview() {
  const { item, version } = useItemHere()
  const fields: readonly ItemField[] = [NAME, DESCRIPTION, ...fieldsOf(item.type)]
  return (
    <PageBody>
      <div className={styles.overview}>
        <section aria-label={t('properties')}>
          <h2>{t('properties')}</h2>
          <Props>
            {fields.map((field) => (
              <Prop key={`${item.id} ${version.at ?? ''} ${field.name}`} name={fieldLabel(field)}>
                <FieldEdit field={field} />
              </Prop>
            ))}
          </Props>
          <Attributes />
        </section>
        <aside className={styles.side} aria-label={t('about')}>
          <Picture />
          {item.type === 'Part' && <UsedIn id={item.id} />}
          <About />
        </aside>
      </div>
    </PageBody>
  )
}

function Picture() {
  const { item, version } = useItemHere()
  const files = useQuery(itemFilesQuery(item.id, version.context)).data?.files ?? []
  const kinds = files.filter((file) => pictureAddress(file) !== null)
  const pictured = kinds.find((file) => file.isPrimary) ?? kinds[0]
  return pictured ? <FilePicture file={pictured} /> : null
}

function About() {
  const { item } = useItemHere()
  return (
    <section>
      <h3>{t('about')}</h3>
      <Props>
        <Prop name={t('createdAt')}>{formatDateTime(item.createdAt)}</Prop>
        <Prop name={t('modifiedAt')}>{formatDateTime(item.modifiedAt)}</Prop>
        {item.lockedBy && <Prop name={t('lockedBy')}>{item.lockedBy.name}</Prop>}
      </Props>
    </section>
  )
}
