/** The steps of a workflow, each with where it leads and what it asks for. */

import { ArrowRight } from 'lucide-react'
import type { Workflow } from '../api/admin'
import { wordOf } from '../kit/i18n'
import { StateMark } from '../records/state-mark'
import styles from './admin.module.css'
import { guardText } from './guard-text'
import { t } from './texts'

export function StepsTable({ workflow }: { workflow: Workflow }) {
  const names = new Map(workflow.states.map(({ id, name }) => [id, name]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className={styles.tableBox} aria-label={t('steps')} tabIndex={0}>
      <table className={styles.table} aria-label={t('steps')}>
        <thead>
          <tr>
            <th scope="col">{t('step')}</th>
            <th scope="col">{t('from')}</th>
            <th scope="col">{t('to')}</th>
            <th scope="col">{t('asksFor')}</th>
          </tr>
        </thead>
        <tbody>
          {workflow.transitions.map((step) => (
            <tr key={step.id}>
              <th scope="row">{wordOf(step.name)}</th>
              <td>
                <StateMark state={names.get(step.fromStateId) ?? step.fromStateId} />
              </td>
              <td>
                <span className={styles.states}>
                  <ArrowRight size={13} className="muted" />
                  <StateMark state={names.get(step.toStateId) ?? step.toStateId} />
                </span>
              </td>
              <td>{(step.guards ?? []).map(guardText).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
