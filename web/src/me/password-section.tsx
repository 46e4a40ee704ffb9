/** Another password, for those who sign in with one. */

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { editAccount } from '../api/own-account'
import type { Problem } from '../api/problem'
import { problemOf } from '../api/problem'
import { methodsQuery } from '../api/sign-in'
import type { Me } from '../api/types'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { TextField } from '../kit/field'
import { Section } from '../kit/page'
import styles from './me.module.css'
import { t } from './texts'

const SHORTEST = 10

export function PasswordSection({ me }: { me: Me }) {
  const methods = useQuery(methodsQuery).data
  const form = useRef<HTMLFormElement>(null)
  const save = useWrite({
    send: (passwords: { currentPassword: string; password: string }) =>
      editAccount({ id: me.id, ...passwords }),
    done: t('passwordSaved'),
    onDone: () => form.current?.reset(),
    onProblem: (problem) => problem.status >= 400 && problem.status < 429,
  })
  if (methods?.password === false) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sent = new FormData(event.currentTarget)
    save.mutate({
      currentPassword: String(sent.get('current')),
      password: String(sent.get('password')),
    })
  }
  const problem = save.error === null ? null : problemOf(save.error)
  return (
    <Section title={t('password')}>
      <form ref={form} className={styles.form} onSubmit={submit}>
        <input type="email" name="email" autoComplete="username" value={me.email} readOnly hidden />
        <TextField
          label={t('currentPassword')}
          name="current"
          type="password"
          autoComplete="current-password"
          required
          refusal={problem ? currentError(problem) : undefined}
        />
        <TextField
          label={t('newPassword')}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={SHORTEST}
          maxLength={128}
          hint={t('passwordHint', { count: SHORTEST })}
          refusal={problem?.detailOf('password')}
        />
        <div>
          <Button type="submit" aria-busy={save.isPending}>
            {t('changePassword')}
          </Button>
        </div>
      </form>
    </Section>
  )
}

function currentError(problem: Problem): string | undefined {
  if (problem.detailOf('password')) return undefined
  return problem.detailOf('currentPassword') ?? problem.message
}
