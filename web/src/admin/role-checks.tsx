/** Roles to choose from, each with what it is for. */

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { rolesQuery } from '../api/admin'
import { offFor, Reason } from '../kit/field'
import { wordOf } from '../kit/i18n'
import styles from './admin.module.css'
import { t } from './texts'

interface RoleChecksProps {
  held: ReadonlySet<string>
  reason?: string | null
  /** Without it the form around it is asked in the end. */
  onChange?: (held: ReadonlySet<string>) => void
}

export function RoleChecks({ held, reason, onChange }: RoleChecksProps) {
  const told = useId()
  const roles = useQuery(rolesQuery).data ?? []
  return (
    <fieldset className={styles.checks}>
      <legend className="sr-only">{t('roles')}</legend>
      {roles.map((role) => (
        <label key={role.id} className={styles.check}>
          <input
            type="checkbox"
            name="role"
            value={role.id}
            {...(onChange
              ? {
                  checked: held.has(role.id),
                  onChange: () => onChange(toggled(held, role.id)),
                }
              : { defaultChecked: held.has(role.id) })}
            {...offFor(reason, told)}
          />
          <span>
            <strong>{wordOf(role.name)}</strong>
            <small>{wordOf(role.description ?? '')}</small>
          </span>
        </label>
      ))}
      <Reason id={told} reason={reason} />
    </fieldset>
  )
}

function toggled(held: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return held.has(id) ? new Set([...held].filter((one) => one !== id)) : new Set([...held, id])
}
