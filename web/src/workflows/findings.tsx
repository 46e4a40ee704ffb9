/** What keeps a definition from being used, and what looks like a mistake; each leads to its culprit. */

import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { Checked } from '../api/workflows'
import { sentenceOf } from '../kit/i18n'
import styles from './designer.module.css'
import { t } from './texts'

interface FindingsProps {
  checked: Checked | undefined
  onChoose: (path: string) => void
}

export function Findings({ checked, onChoose }: FindingsProps) {
  if (!checked) return null
  const { errors, warnings } = checked
  const told = [
    ...errors.map((one) => ({ ...one, isError: true })),
    ...warnings.map((one) => ({ ...one, isError: false })),
  ]
  return (
    <section aria-label={t('findings')}>
      <h2>{t('findings')}</h2>
      <p role="status" className={errors.length > 0 ? styles.bad : styles.good}>
        {errors.length === 0 && <CircleCheck size={15} aria-hidden />}
        {errors.length > 0 && <CircleAlert size={15} aria-hidden />}
        {errors.length > 0 ? t('errors', { count: errors.length }) : t('usable')}
      </p>
      <ul className={styles.findings}>
        {told.map(({ path, message, isError }) => (
          <li key={path + message}>
            <button type="button" onClick={() => onChoose(path)}>
              {isError ? (
                <CircleAlert size={14} aria-label={t('error')} className={styles.bad} />
              ) : (
                <TriangleAlert size={14} aria-label={t('warning')} className={styles.warn} />
              )}
              <span>{findingText(path, sentenceOf(message))}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What is said of one field names whose it is: several states and steps may be without a name. */
function findingText(path: string, message: string): string {
  const [, list, place] = /^(states|transitions)\[(\d+)\]\.name$/.exec(path) ?? []
  if (!list) return message
  return t(list === 'states' ? 'stateAt' : 'stepAt', { number: Number(place) + 1, message })
}
