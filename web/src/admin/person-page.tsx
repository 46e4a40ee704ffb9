/** One account: who it is, what they may do, whether they may come in. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { mayDo, useMe } from '../api/account'
import { rolesQuery, type User, type UserFields, updateUser, userQuery } from '../api/admin'
import type { Tagged } from '../api/client'
import { type HeldEdit, useHeldEdit } from '../api/held-edit'
import { keys } from '../api/keys'
import { problemOf } from '../api/problem'
import { useWrite } from '../api/write'
import { MeanwhileDialog } from '../forms/meanwhile-dialog'
import { Button } from '../kit/button'
import { TextField } from '../kit/field'
import { formatWhen } from '../kit/format'
import { wordOf } from '../kit/i18n'
import { PageColumn, PageHead, Section } from '../kit/page'
import { LoadingRows } from '../kit/states'
import { QueryError } from '../records/query-error'
import { Prop, Props } from '../records/two-lines'
import styles from './admin.module.css'
import { differences } from './permissions'
import { PersonAccess } from './person-access'
import { RoleChecks } from './role-checks'
import { t } from './texts'

export function PersonPage() {
  const { id = '' } = useParams({ strict: false })
  const found = useQuery(userQuery(id))
  if (found.error)
    return <QueryError isPage error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingRows />
  return <LoadedPerson found={found.data} />
}

function LoadedPerson({ found }: { found: Tagged<User> }) {
  const me = useMe()
  const user = found.record
  const reason = mayDo(me, 'users.update') ? null : t('mayNotTend')
  return (
    <>
      <PageHead
        crumbs={<Link to="/admin/people">{t('people')}</Link>}
        title={user.name}
        actions={null}
      >
        {!user.active && <span className={styles.off}>{t('inactive')}</span>}
        {user.id === me?.id && <span className="muted">{t('you')}</span>}
      </PageHead>
      <PageColumn>
        <Account found={found} reason={reason} />
        <Roles found={found} reason={reason} />
        <PersonAccess found={found} reason={reason} />
        <Section title={t('record')}>
          <Props>
            <Prop name={t('lastSignOn')}>
              {user.lastLoginAt ? formatWhen(user.lastLoginAt) : t('never')}
            </Prop>
            <Prop name={t('since')}>{formatWhen(user.createdAt)}</Prop>
            <Prop name={t('changedAt')}>{formatWhen(user.updatedAt)}</Prop>
          </Props>
        </Section>
      </PageColumn>
    </>
  )
}

export interface PersonProps {
  found: Tagged<User>
  reason: string | null
}

/** Sends one edit of the account as it was seen. */
export function useUserEdit(
  found: Tagged<User>,
  done: string,
  isTold?: (field: string) => boolean,
) {
  return useWrite({
    send: (fields: UserFields, headers) => updateUser(found.record.id, fields, headers),
    etag: () => found.etag,
    changes: [keys.users, keys.me],
    done,
    onProblem: (problem) => problem.details.some(({ field }) => isTold?.(field ?? '') ?? false),
  })
}

function Account({ found, reason }: PersonProps) {
  const user = found.record
  const save = useUserEdit(found, t('saved'), (field) => ['name', 'email'].includes(field))
  const problem = save.error === null ? undefined : problemOf(save.error)
  // Another saved first: what they wrote stands below what is typed, and saving again keeps it.
  const theirs = (field: 'name' | 'email') =>
    problem?.status === 412 ? t('theirsIs', { value: user[field] ?? '' }) : undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    save.mutate({ name: String(form.get('name')), email: String(form.get('email')) })
  }
  return (
    <Section title={t('account')}>
      <form key={user.id} className={styles.form} onSubmit={submit}>
        <TextField
          label={t('name')}
          name="name"
          defaultValue={user.name}
          required
          maxLength={500}
          readOnly={reason !== null}
          error={theirs('name')}
          refusal={problem?.detailOf('name')}
        />
        <TextField
          label={t('email')}
          name="email"
          type="email"
          defaultValue={user.email ?? undefined}
          required
          maxLength={254}
          readOnly={reason !== null}
          hint={t('emailHint')}
          error={theirs('email')}
          refusal={problem?.detailOf('email')}
        />
        <div>
          <Button type="submit" reason={reason} aria-busy={save.isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Section>
  )
}

function Roles({ found, reason }: PersonProps) {
  const client = useQueryClient()
  const { id, name } = found.record
  const edit = useHeldEdit<User, ReadonlySet<string>>({
    found,
    draftFrom: ({ roles }) => new Set(roles.map((role) => role.id)),
    isSame: (one, other) => differences(one, other) === 0,
    readAnew: () => client.fetchQuery({ ...userQuery(id), staleTime: 0 }),
    send: (roleIds, headers) => updateUser(id, { roleIds: [...roleIds] }, headers),
    changes: [keys.users, keys.me],
    done: t('rolesSaved'),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    edit.save()
  }
  return (
    <Section title={t('roles')}>
      <p className="muted">{t('rolesNote')}</p>
      <form className={styles.form} onSubmit={submit}>
        <RoleChecks held={edit.value} reason={reason} onChange={edit.edit} />
        <div>
          <Button type="submit" reason={reason} aria-busy={edit.isSaving}>
            {t('saveRoles')}
          </Button>
        </div>
      </form>
      {edit.theirs && <RolesConflict name={name} edit={edit} theirs={edit.theirs.record} />}
    </Section>
  )
}

interface RolesConflictProps {
  name: string
  edit: HeldEdit<User, ReadonlySet<string>>
  theirs: User
}

function RolesConflict({ name, edit, theirs }: RolesConflictProps) {
  const roles = useQuery(rolesQuery).data ?? []
  const theirIds = new Set(theirs.roles.map(({ id }) => id))
  const told = (held: ReadonlySet<string>, id: string) => t(held.has(id) ? 'granted' : 'notGranted')
  const values = roles
    .filter(({ id }) => edit.value.has(id) !== theirIds.has(id))
    .map((role) => ({
      label: wordOf(role.name),
      mine: told(edit.value, role.id),
      theirs: told(theirIds, role.id),
    }))
  return <MeanwhileDialog name={name} id={theirs.id} values={values} held={edit} />
}
