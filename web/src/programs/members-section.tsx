/** The members of a program; those who lead it take people in and out. */

import { useQuery } from '@tanstack/react-query'
import { UserPlus, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { keys } from '../api/keys'
import { changeMember, MEMBER_ROLES, membersQuery, type ProgramMember } from '../api/programs'
import type { Program } from '../api/types'
import { useWrite } from '../api/write'
import { Button, IconButton } from '../kit/button'
import { offFor, Reason, SelectField } from '../kit/field'
import { filledIn } from '../kit/form-fields'
import { Section } from '../kit/page'
import { Person } from '../records/person'
import { PersonField } from '../records/pickers'
import styles from './programs.module.css'
import { t } from './texts'

const ROLE_TEXTS = { lead: 'lead', engineer: 'engineer', viewer: 'viewer' } as const

function roleChoices() {
  return MEMBER_ROLES.map((value) => ({ value, label: t(ROLE_TEXTS[value]) }))
}

export function MembersSection({ program }: { program: Program }) {
  const me = useMe()
  const members = useQuery(membersQuery(program.id)).data ?? []
  const own = members.find(({ userId }) => userId === me?.id)
  const reason = own?.role === 'lead' || mayDo(me, 'programs.manage') ? null : t('onlyLeads')
  return (
    <Section title={t('members', { count: members.length })}>
      <ul className={styles.rows}>
        {members.map((member) => (
          <MemberRow key={member.userId} program={program} member={member} reason={reason} />
        ))}
      </ul>
      {reason === null ? (
        <AddMember program={program} members={members} />
      ) : (
        <p className="muted">{reason}</p>
      )}
    </Section>
  )
}

interface MemberRowProps {
  program: Program
  member: ProgramMember
  reason: string | null
}

function MemberRow({ program, member, reason }: MemberRowProps) {
  const told = useId()
  const change = useWrite({
    send: (role: string | null) =>
      changeMember({ programId: program.id, userId: member.userId, role }),
    changes: [keys.programs, keys.me],
    done: (_, role) => t(role === null ? 'takenOut' : 'roleChanged', { name: member.name }),
  })
  return (
    <li className={styles.member}>
      <span className="grow">
        <Person name={member.name} />
        <small>{member.email}</small>
      </span>
      <select
        aria-label={t('roleOf', { name: member.name })}
        value={member.role}
        aria-busy={change.isPending}
        onChange={(event) => !change.isPending && change.mutate(event.target.value)}
        {...offFor(reason, told)}
      >
        {roleChoices().map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Reason id={told} reason={reason} />
      <IconButton
        icon={X}
        label={t('takeOut', { name: member.name })}
        reason={reason}
        onClick={() => change.mutate(null)}
      />
    </li>
  )
}

function AddMember({ program, members }: { program: Program; members: readonly ProgramMember[] }) {
  const [round, setRound] = useState(0)
  const add = useWrite({
    send: ({ userId = '', role = '' }: Record<string, string>) =>
      changeMember({ programId: program.id, userId, role, isNew: true }),
    changes: [keys.programs],
    done: t('takenIn'),
    onDone: () => setRound(round + 1),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const filled = filledIn(new FormData(event.currentTarget))
    if (filled.userId) add.mutate(filled)
  }
  return (
    <form key={round} className={styles.add} onSubmit={submit}>
      <PersonField
        label={t('person')}
        name="userId"
        required
        placeholder={t('findPerson')}
        without={members.map(({ userId }) => userId)}
      />
      <SelectField label={t('role')} name="role" defaultValue="engineer" choices={roleChoices()} />
      <Button type="submit" icon={UserPlus} aria-busy={add.isPending}>
        {t('takeIn')}
      </Button>
    </form>
  )
}
