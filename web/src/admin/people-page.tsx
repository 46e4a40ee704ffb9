/** Everybody with an account. */

import { Link } from '@tanstack/react-router'
import { UserPlus, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import type { User } from '../api/admin'
import { api, take } from '../api/client'
import { late } from '../forms/late'
import { Button } from '../kit/button'
import { formatDate, formatWhen } from '../kit/format'
import type { Column } from '../kit/grid/columns'
import { wordOf } from '../kit/i18n'
import { useShortcut } from '../kit/shortcuts'
import { PAGE_SIZE } from '../lists/definition'
import { ListPage } from '../lists/list-page'
import type { ListQuery } from '../lists/query'
import { Person } from '../records/person'
import { TwoLines } from '../records/two-lines'
import { AdminTabs } from './admin-tabs'
import { t } from './texts'

const NewPersonDialog = late(async () => (await import('./new-person-dialog')).NewPersonDialog)

const addressOf = (user: User) => `/admin/people/${user.id}`
const rolesOf = (user: User) => user.roles.map(({ name }) => wordOf(name)).join(', ')
const stateOf = (user: User) => t(user.active ? 'active' : 'inactive')

export function PeoplePage() {
  const [isNew, setNew] = useState(false)
  const reason = mayDo(useMe(), 'users.create') ? null : t('mayNotInvite')
  useShortcut('c', t('newPerson'), () => reason === null && setNew(true))
  const columns = useMemo(peopleColumns, [])
  const actions = (
    <Button
      kind="primary"
      icon={UserPlus}
      shortcut="C"
      reason={reason}
      onClick={() => setNew(true)}
    >
      {t('newPerson')}
    </Button>
  )
  const states = [
    { value: 'true', label: t('active') },
    { value: 'false', label: t('inactive') },
  ]
  return (
    <>
      <ListPage
        list={{
          kind: 'users',
          title: t('people'),
          tabs: <AdminTabs />,
          icon: Users,
          columns,
          filters: [{ field: 'active', label: t('account'), kind: 'choice', choices: states }],
          defaultSort: 'name:asc',
          searchLabel: t('findPerson'),
          fetchPage: fetchUsers,
          keyOf: (user: User) => user.id,
          addressOf,
          narrow: (user: User) => (
            <TwoLines number={stateOf(user)} name={user.name} more={rolesOf(user) || user.email} />
          ),
          actions,
          empty: { title: t('nobody'), note: t('nobodyNote'), actions },
        }}
      />
      {isNew && <NewPersonDialog onClose={() => setNew(false)} />}
    </>
  )
}

async function fetchUsers(query: ListQuery, page: number) {
  const sort = query.sort ?? 'name:asc'
  const asked = { search: query.search, sort, page, limit: PAGE_SIZE, ...query.filters }
  const answer = await take(api.GET('/api/users', { params: { query: asked } }))
  return { rows: answer.users, total: answer.total }
}

function peopleColumns(): Column<User>[] {
  return [
    {
      id: 'name',
      label: t('name'),
      width: 240,
      sort: 'name',
      text: (user) => user.name,
      render: (user) => (
        <Link to={addressOf(user)} tabIndex={-1}>
          <Person name={user.name} />
        </Link>
      ),
    },
    { id: 'email', label: t('email'), width: 260, sort: 'email', text: (user) => user.email ?? '' },
    { id: 'roles', label: t('roles'), width: 220, grows: true, text: rolesOf },
    {
      id: 'active',
      label: t('account'),
      width: 110,
      text: stateOf,
      render: (user) => (user.active ? stateOf(user) : <em className="muted">{stateOf(user)}</em>),
    },
    {
      id: 'lastLoginAt',
      label: t('lastSignOn'),
      width: 130,
      sort: 'lastLoginAt',
      text: (user) => (user.lastLoginAt ? formatWhen(user.lastLoginAt) : t('never')),
    },
    {
      id: 'createdAt',
      label: t('since'),
      width: 110,
      sort: 'createdAt',
      text: (user) => formatDate(user.createdAt),
    },
  ]
}
