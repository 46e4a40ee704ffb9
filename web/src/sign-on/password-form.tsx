/** E-mail and password, and the code of an authenticator app where the account has one. */

import { useState } from 'react'
import type { Problem } from '../api/problem'
import { problemOf } from '../api/problem'
import { type Credentials, signIn } from '../api/sign-in'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { TextField } from '../kit/field'
import styles from './login.module.css'
import { t } from './texts'

interface PasswordFormProps {
  /** Who has been there; they need only their password. */
  email?: string
  onDone: (needsSecondFactor: boolean, credentials: Credentials) => void
}

export function PasswordForm({ email, onDone }: PasswordFormProps) {
  const enter = useWrite({ send: signIn, onProblem: () => true, onDone })
  const problem = enter.error === null ? null : problemOf(enter.error)
  const isAboutCode = problem?.detailOf('code') !== undefined
  const asksForCode = useStays(isAboutCode)
  const isFirstAsking = isAboutCode && !enter.variables?.code
  return (
    <form
      // What was refused is what was sent, not what is typed now.
      onInput={() => problem && enter.reset()}
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        const code = form.get('code')
        enter.mutate({
          email: String(form.get('email')),
          password: String(form.get('password')),
          ...(code ? { code: String(code) } : {}),
        })
      }}
    >
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        required
        autoFocus={!email}
        large
      />
      <TextField
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={email !== undefined}
        large
      />
      {asksForCode && (
        <TextField
          label={t('code')}
          name="code"
          autoComplete="one-time-code"
          hint={t('codeHint')}
          required
          autoFocus
          large
        />
      )}
      <div role="alert">
        {problem && !isFirstAsking && <p className={styles.error}>{refusalText(problem)}</p>}
      </div>
      <Button kind="primary" type="submit" large wide aria-busy={enter.isPending}>
        {t('signIn')}
      </Button>
    </form>
  )
}

/** True from the first time on that it was true. */
function useStays(isTrue: boolean): boolean {
  const [stays, setStays] = useState(isTrue)
  if (isTrue && !stays) setStays(true)
  return stays || isTrue
}

function refusalText(problem: Problem): string {
  if (problem.detailOf('code') !== undefined) return t('wrongCode')
  if (problem.code === 'OFFLINE') return t('offline')
  if (problem.status === 429) return t('tooMany', { seconds: problem.retryAfter ?? 60 })
  return problem.status === 401 || problem.status === 400 ? t('wrong') : problem.message
}
