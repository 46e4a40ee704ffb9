/** Dialogs of a family: by which attributes its variants differ, and variants that are added. */

import { keys } from '../api/keys'
import { addVariants, setFamily, type VariantTable } from '../api/variants'
import { RecordDialog } from '../forms/form-dialog'
import { useItemHere } from '../items/use-item'
import { t } from './texts'
import { linesIn, valuesIn } from './variant-values'

interface VariantDialogProps {
  table: VariantTable
  etag: string | null
  onClose: () => void
}

export function FamilyDialog({ table, etag, onClose }: VariantDialogProps) {
  const { item, version } = useItemHere()
  return (
    <RecordDialog
      title={t('variantsBy')}
      action={t('keep')}
      uniqueField="attributes"
      isEdit
      fields={[
        {
          name: 'attributes',
          label: t('variantAttributes'),
          kind: 'long',
          hint: t('variantAttributesHint'),
          value: table.attributes.join('\n'),
        },
      ]}
      write={{
        send: ({ attributes }, headers) => {
          if (attributes === undefined) return Promise.resolve()
          const named = linesIn(attributes ?? '')
          const family = named.length === 0 ? null : named
          return setFamily(item.id, version.context, family, headers)
        },
        etag: () => etag,
        changes: [keys.items],
      }}
      onClose={onClose}
    />
  )
}

export function AddVariantsDialog({ table, onClose }: Omit<VariantDialogProps, 'etag'>) {
  const { version } = useItemHere()
  const { family, attributes } = table
  if (family === null) return null
  return (
    <RecordDialog
      title={t('addVariants')}
      action={t('add')}
      uniqueField="variants"
      fields={[
        {
          name: 'variants',
          label: attributes.join('; '),
          kind: 'long',
          isRequired: true,
          hint: t(attributes.length > 1 ? 'variantLinesHint' : 'variantLineHint'),
        },
      ]}
      write={{
        send: ({ variants }, headers) =>
          addVariants(family.id, version.context, valuesIn(variants ?? '', attributes), headers),
        changes: [keys.items],
        done: (added) => t('variantsAdded', { count: added.length }),
      }}
      onClose={onClose}
    />
  )
}
