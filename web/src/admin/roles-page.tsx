/** Roles, and in a table what each of them may do. */

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { createRole, roleQuery, rolesQuery } from '../api/admin'
import { declared } from '../api/declared'
import { keys } from '../api/keys'
import { RecordDialog } from '../forms/form-dialog'
import { late } from '../forms/late'
import { Button } from '../kit/button'
import { wordOf } from '../kit/i18n'
import { PageHead } from '../kit/page'
import { LoadingRows } from '../kit/states'
import { useAddress } from '../lists/use-address'
import { QueryError } from '../records/query-error'
import styles from './admin.module.css'
import { AdminTabs } from './admin-tabs'
import { RoleDetail } from './role-detail'
import { t } from './texts'

const GroupsDialog = late(async () => (await import('./groups-dialog')).GroupsDialog)

export function RolesPage() {
  const [isNew, setNew] = useState(false)
  const [areGroupsShown, showGroups] = useState(false)
  const roles = useQuery(rolesQuery)
  const [address] = useAddress()
  const chosen = address.role ?? roles.data?.[0]?.id
  const found = useQuery({ ...roleQuery(chosen ?? ''), enabled: chosen !== undefined })
  const reason = mayDo(useMe(), 'roles.create') ? null : t('mayNotMakeRoles')
  const error = roles.error ?? found.error
  // All that can be done, as the role that may do everything names it.
  const all = [...new Set(roles.data?.flatMap(({ permissions }) => permissions))]
  return (
    <>
      <PageHead
        title={t('roles')}
        tabs={<AdminTabs />}
        actions={
          <>
            <Button icon={Users} onClick={() => showGroups(true)}>
              {t('groups')}
            </Button>
            <Button kind="primary" icon={Plus} reason={reason} onClick={() => setNew(true)}>
              {t('newRole')}
            </Button>
          </>
        }
      />
      <div className={styles.two}>
        <nav className={styles.side} aria-label={t('roles')}>
          {roles.data?.map((role) => (
            <Link
              key={role.id}
              to="/admin/roles"
              search={{ role: role.id }}
              aria-current={role.id === chosen}
            >
              {wordOf(role.name)}
              <small>{wordOf(role.description ?? '')}</small>
            </Link>
          ))}
        </nav>
        {error ? (
          <QueryError error={error} onRetry={() => void roles.refetch()} />
        ) : found.data ? (
          <RoleDetail key={chosen} found={found.data} all={all} />
        ) : (
          <LoadingRows />
        )}
      </div>
      {isNew && <NewRoleDialog onClose={() => setNew(false)} />}
      {areGroupsShown && <GroupsDialog onClose={() => showGroups(false)} />}
    </>
  )
}

function NewRoleDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <RecordDialog
      title={t('newRole')}
      action={t('create')}
      fields={[
        { name: 'name', ...declared('NewRole', 'name'), label: t('name') },
        { name: 'description', ...declared('NewRole', 'description'), label: t('description') },
      ]}
      uniqueField="name"
      write={{
        send: (fields, headers) => createRole(textsOf(fields), headers),
        changes: [keys.roles],
        done: (role) => t('roleMade', { name: wordOf(role.name) }),
        onDone: (role) => void navigate({ to: '/admin/roles', search: { role: role.id } }),
      }}
      onClose={onClose}
    />
  )
}

export function textsOf(fields: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text ?? '']))
}
