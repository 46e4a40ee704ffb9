/** How a report's rows are drawn. */

import { SelectField } from '../kit/field'
import { aggregateKey, fieldKind, isFigureKind, resultKind } from './aggregates'
import type { PartProps } from './column-rows'
import type { DraftChart } from './draft'
import { columnText } from './field-text'
import styles from './reports.module.css'
import { t } from './texts'

const KINDS = ['bar', 'line', 'pie'] as const

export function ChartFields({ draft, set, fields }: PartProps) {
  const { chart, columns } = draft
  const choices = columns.map(({ path, aggregate }) => ({
    value: aggregateKey(path, aggregate),
    label: columnText(path, aggregate),
    isFigure: isFigureKind(resultKind(fieldKind(fields, path), aggregate)),
  }))
  const figures = choices.filter(({ isFigure }) => isFigure)
  const begin = (kind: string): DraftChart => ({
    kind: kind as DraftChart['kind'],
    label: chart.label || (choices.find(({ isFigure }) => !isFigure) ?? choices[0])?.value || '',
    value: chart.value || figures[0]?.value || '',
  })
  return (
    <fieldset className={styles.group}>
      <legend>{t('chart')}</legend>
      <SelectField
        label={t('chartKind')}
        value={chart.kind}
        hint={figures.length === 0 ? t('chartNeedsFigures') : undefined}
        disabled={figures.length === 0 && chart.kind === ''}
        choices={[
          { value: '', label: t('noChart') },
          ...KINDS.map((value) => ({ value, label: t(`chart_${value}`) })),
        ]}
        onChange={(event) => set({ chart: begin(event.target.value) })}
      />
      {chart.kind !== '' && (
        <div className={styles.pair}>
          <SelectField
            label={t('chartLabel')}
            value={chart.label}
            choices={choices}
            onChange={(event) => set({ chart: { ...chart, label: event.target.value } })}
          />
          <SelectField
            label={t('chartValue')}
            value={chart.value}
            choices={figures}
            onChange={(event) => set({ chart: { ...chart, value: event.target.value } })}
          />
        </div>
      )}
    </fieldset>
  )
}
