/** Sign on with a password or at the organisation's provider. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { firstPassword, meQuery, methodsQuery, signIn } from '../api/account'
import type { Problem } from '../api/problem'
import { problemOf } from '../api/problem'
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
    onDone: async (_, { password }) => {
      client.clear()
      const me = isFirst && next === '/' ? await client.fetchQuery(meQuery) : null
      const isOwner = me?.roles.some(({ name }) => name === 'Administrator') ?? false
      if (isOwner) firstPassword.set(password)
      router.history.push(isOwner ? '/start' : next)
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        enter.mutate({ email: String(form.get('email')), password: String(form.get('password')) })
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
      <div role="alert">
        {enter.error !== null && (
          <p className={styles.error}>{refusalText(problemOf(enter.error))}</p>
        )}
      </div>
      <Button kind="primary" type="submit" large wide aria-busy={enter.isPending}>
        {t('signIn')}
      </Button>
    </form>
  )
}

function refusalText(problem: Problem): string {
  if (problem.code === 'OFFLINE') return t('offline')
  if (problem.status === 429) return t('tooMany', { seconds: problem.retryAfter ?? 60 })
  return problem.status === 401 || problem.status === 400 ? t('wrong') : problem.message
}

function providerError(code: string): string {
  if (code === 'no_account') return t('ssoNoAccount')
  if (code === 'unverified') return t('ssoUnverified')
  return t('ssoFailed', { code })
}
