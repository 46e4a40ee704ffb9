/** What can be done to what, as a table of marks. */

import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { classes } from '../kit/classes'
import { offFor, Reason } from '../kit/field'
import styles from './admin.module.css'
import marks from './matrix.module.css'
import { nextMark } from './matrix-keys'
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

/** One stop of the Tab key: within it the arrow keys lead from mark to mark. */
export function Matrix(props: MatrixProps) {
  const { all } = props
  const box = useRef<HTMLTableElement>(null)
  const told = useId()
  const resources = resourcesOf(all).toSorted((a, b) =>
    resourceText(a).localeCompare(resourceText(b)),
  )
  const has = (name: string) => all.includes(name)
  const first = ACTIONS.map((action) => `${resources[0]}.${action}`).find(has)
  const [at = first, setAt] = useState<string>()
  const move = (event: KeyboardEvent) => {
    const next = nextMark(event, at ?? '', resources, has)
    if (next === undefined) return
    event.preventDefault()
    box.current?.querySelector<HTMLElement>(`[name="${next}"]`)?.focus()
  }
  return (
    <div className={styles.tableBox}>
      <p id={told} className="sr-only">
        {t('matrixKeys')}
      </p>
      <table
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows and cells are those of a table
        role="grid"
        className={classes(styles.table, marks.matrix)}
        aria-label={t('permissions')}
        aria-describedby={told}
        onKeyDown={move}
        onFocus={(event) => setAt((event.target as Element).getAttribute('name') ?? undefined)}
      >
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
                <Cell key={action} {...props} {...{ resource, action, at }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps extends MatrixProps {
  resource: string
  action: Action
  /** The mark that Tab leads to. */
  at: string | undefined
}

function Cell(props: CellProps) {
  const { at, all, held, granted, own, reason, reasonId, resource, action, onChange } = props
  const told = useId()
  const name = `${resource}.${action}`
  const implied = isImplied(granted, resource, action)
  if (!all.includes(name)) return <td />
  const why = reason ?? (implied ? t('withManage') : own.has(name) ? null : t('notYours'))
  return (
    <td data-changed={held.has(name) !== granted.has(name)}>
      <input
        type="checkbox"
        name={name}
        tabIndex={name === at ? 0 : -1}
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
