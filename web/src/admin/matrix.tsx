/** What can be done to what, as a table of marks. */

import { useId } from 'react'
import { classes } from '../kit/classes'
import { offFor, Reason } from '../kit/field'
import styles from './admin.module.css'
import { ACTIONS, type Action, isImplied, resourcesOf, toggled } from './permissions'
import { resourceText } from './resource-text'
import { t } from './texts'

interface MatrixProps {
  all: readonly string[]
  held: ReadonlySet<string>
  granted: ReadonlySet<string>
  /** What the person at the table may do, which is all that they may give. */
  own: ReadonlySet<string>
  reason: string | null
  /** Where the reason is shown. */
  reasonId: string
  onChange: (granted: ReadonlySet<string>) => void
}

export function Matrix(props: MatrixProps) {
  const resources = resourcesOf(props.all).toSorted((a, b) =>
    resourceText(a).localeCompare(resourceText(b)),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className={styles.tableBox} aria-label={t('permissions')} tabIndex={0}>
      <table className={classes(styles.table, styles.matrix)} aria-label={t('permissions')}>
        <thead>
          <tr>
            <th scope="col">{t('on')}</th>
            {ACTIONS.map((action) => (
              <th key={action} scope="col">
                {t(`may_${action}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {resources.map((resource) => (
            <tr key={resource}>
              <th scope="row">{resourceText(resource)}</th>
              {ACTIONS.map((action) => (
                <Cell key={action} {...props} resource={resource} action={action} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell(props: MatrixProps & { resource: string; action: Action }) {
  const { all, held, granted, own, reason, reasonId, resource, action, onChange } = props
  const told = useId()
  const name = `${resource}.${action}`
  const implied = isImplied(granted, resource, action)
  if (!all.includes(name)) return <td />
  const why = reason ?? (implied ? t('withManage') : own.has(name) ? null : t('notYours'))
  return (
    <td data-changed={held.has(name) !== granted.has(name)}>
      <input
        type="checkbox"
        aria-label={`${resourceText(resource)}: ${t(`may_${action}`)}`}
        title={why ?? name}
        checked={implied || granted.has(name)}
        onChange={() => onChange(toggled(granted, name))}
        {...offFor(why, reason ? reasonId : told)}
      />
      <Reason id={told} reason={reason ? null : why} />
    </td>
  )
}
