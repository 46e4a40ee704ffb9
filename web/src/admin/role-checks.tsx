/** Roles to choose from, each with what it is for. */

import { useQuery } from '@tanstack/react-query'
import { rolesQuery } from '../api/admin'
import styles from './admin.module.css'
import { t } from './texts'

interface RoleChecksProps {
  held: ReadonlySet<string>
  reason?: string | null
}

export function RoleChecks({ held, reason }: RoleChecksProps) {
  const roles = useQuery(rolesQuery).data ?? []
  return (
    <fieldset className={styles.checks} disabled={Boolean(reason)}>
      <legend className="sr-only">{t('roles')}</legend>
      {roles.map((role) => (
        <label key={role.id} className={styles.check}>
          <input type="checkbox" name="role" value={role.id} defaultChecked={held.has(role.id)} />
          <span>
            <strong>{role.name}</strong>
            <small>{role.description}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
