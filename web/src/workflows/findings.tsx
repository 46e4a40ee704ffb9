/** What keeps a definition from being used, and what looks like a mistake; each leads to its culprit. */

import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { Checked } from '../api/workflows'
import styles from './designer.module.css'
import type { Draft } from './draft'
import { findingText } from './finding-text'
import { t } from './texts'

interface FindingsProps {
  draft: Draft
  checked: Checked | undefined
  onChoose: (path: string) => void
}

export function Findings({ draft, checked, onChoose }: FindingsProps) {
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
        {errors.length === 0 && <CircleCheck size={15} />}
        {errors.length > 0 && <CircleAlert size={15} />}
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
              <span>{findingText(draft, { path, message })}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
