/** Where the parts of a list go. */

import type { ReactNode } from 'react'
import { CheckField, SelectField, TextField } from '../kit/field'
import { Section } from '../kit/page'
import { DesignField } from '../records/pickers'
import styles from './imports.module.css'
import { TemplateFields } from './template-fields'
import { t } from './texts'

export interface Target {
  kind: 'new' | 'known' | 'library'
  design: { id: string; code: string; name: string } | null
  /** Of the design to be made. */
  name: string
  code: string
  /** The name of an assembly to make, which the top rows belong to. */
  product: string
  update: boolean
  replaceLines: boolean
}

/** How the file is read, where the reader knows better. */
export interface Reading {
  headerRow: string
  decimalMark: string
  currency: string
  /** The name of kept meanings of columns. */
  template: string
}

interface TargetFieldsProps {
  target: Target
  onTarget: (target: Target) => void
  /** What else is to be said of the place. */
  children?: ReactNode
}

export function TargetFields({ target, onTarget, children }: TargetFieldsProps) {
  const set = (change: Partial<Target>) => onTarget({ ...target, ...change })
  return (
    <Section title={t('where')}>
      <div className={styles.fields}>
        <SelectField
          label={t('target')}
          value={target.kind}
          choices={[
            { value: 'new', label: t('newDesign') },
            { value: 'known', label: t('knownDesign') },
            { value: 'library', label: t('library') },
          ]}
          onChange={(event) => set({ kind: event.target.value as Target['kind'] })}
        />
        {target.kind === 'new' && (
          <TextField
            label={t('designName')}
            value={target.name}
            required
            maxLength={500}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
        {target.kind === 'known' && (
          <DesignField
            label={t('design')}
            placeholder={t('codeOrName')}
            initial={
              target.design && {
                value: target.design.id,
                code: target.design.code,
                label: target.design.name,
              }
            }
            onChoose={(chosen) =>
              set({
                design: chosen && {
                  id: chosen.value,
                  code: chosen.code ?? '',
                  name: chosen.label,
                },
              })
            }
          />
        )}
        <TextField
          label={t('product')}
          hint={t('productHint')}
          value={target.product}
          maxLength={500}
          onChange={(event) => set({ product: event.target.value })}
        />
      </div>
      <CheckField
        label={t('update')}
        checked={target.update}
        onChange={(event) => set({ update: event.target.checked })}
      />
      {target.update && (
        <CheckField
          label={t('replaceLines')}
          checked={target.replaceLines}
          onChange={(event) => set({ replaceLines: event.target.checked })}
        />
      )}
      {children}
    </Section>
  )
}

interface ReadingFieldsProps {
  reading: Reading
  onReading: (reading: Reading) => void
  /** The name to keep what the columns mean under. */
  keepAs: string
  onKeepAs: (name: string) => void
}

export function ReadingFields({ reading, onReading, keepAs, onKeepAs }: ReadingFieldsProps) {
  const set = (change: Partial<Reading>) => onReading({ ...reading, ...change })
  return (
    <details className={styles.reading}>
      <summary>{t('howRead')}</summary>
      <div className={styles.fields}>
        <TextField
          label={t('headerRow')}
          hint={t('headerRowHint')}
          inputMode="numeric"
          value={reading.headerRow}
          onChange={(event) => set({ headerRow: event.target.value.replace(/\D/g, '') })}
        />
        <SelectField
          label={t('decimalMark')}
          value={reading.decimalMark}
          choices={[
            { value: '', label: t('asFound') },
            { value: '.', label: '1234.5' },
            { value: ',', label: '1234,5' },
          ]}
          onChange={(event) => set({ decimalMark: event.target.value })}
        />
        <TextField
          label={t('currency')}
          hint={t('currencyHint')}
          value={reading.currency}
          maxLength={3}
          onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
        />
      </div>
      <TemplateFields
        chosen={reading.template}
        onChoose={(template) => set({ template })}
        {...{ keepAs, onKeepAs }}
      />
    </details>
  )
}
