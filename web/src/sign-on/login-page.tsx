/** Sign on with a password or at the organisation's provider. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { firstPassword, meQuery, methodsQuery } from '../api/account'
import type { Problem } from '../api/problem'
import { problemOf } from '../api/problem'
import { signIn } from '../api/sign-in'
import { useWrite } from '../api/write'
import { Button, buttonClass } from '../kit/button'
import { TextField } from '../kit/field'
import styles from './login.module.css'
import { nextAddress } from './next-address'
import { t } from './texts'

export function LoginPage() {
  const search = useSearch({ strict: false })
  const next = nextAddress(search.next)
  const methods = useQuery(methodsQuery).data
  useEffect(() => {
    document.title = `${t('window')} · Partwright`
  }, [])
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1>{methods?.firstStart ? t('welcome') : t('title')}</h1>
        {search.error && <p className={styles.error}>{providerError(search.error)}</p>}
        {methods?.firstStart && <p className={styles.note}>{t('firstStart')}</p>}
        {next !== '/' && !search.error && <p className={styles.note}>{t('expired')}</p>}
        {methods?.password !== false && (
          <PasswordForm next={next} isFirst={methods?.firstStart === true} />
        )}
        {methods?.oidc && methods.password && <div className={styles.or}>{t('or')}</div>}
        {methods?.oidc && (
          <a
            className={buttonClass({ large: true, wide: true })}
            href={`/api/auth/oidc/login?next=${encodeURIComponent(next)}`}
          >
            {methods.oidc.name
              ? t('singleSignOn', { name: methods.oidc.name })
              : t('singleSignOnPlain')}
          </a>
        )}
      </div>
    </main>
  )
}

function PasswordForm({ next, isFirst }: { next: string; isFirst: boolean }) {
  const client = useQueryClient()
  const router = useRouter()
  const enter = useWrite({
    send: signIn,
    onProblem: () => true,
    onDone: async (needsSecondFactor, { password }) => {
      client.clear()
      if (needsSecondFactor) {
        router.history.push('/me')
        return
      }
      const me = isFirst && next === '/' ? await client.fetchQuery(meQuery) : null
      const isOwner = me?.roles.some(({ name }) => name === 'Administrator') ?? false
      if (isOwner) firstPassword.set(password)
      router.history.push(isOwner ? '/start' : next)
    },
  })
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
        required
        autoFocus
        large
      />
      <TextField
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
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

function providerError(code: string): string {
  if (code === 'no_account') return t('ssoNoAccount')
  if (code === 'unverified') return t('ssoUnverified')
  return t('ssoFailed', { code })
}
