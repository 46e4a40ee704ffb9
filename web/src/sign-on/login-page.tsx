/** Sign on with a password or at the organisation's provider. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { meQuery } from '../api/account'
import { firstPassword, methodsQuery } from '../api/sign-in'
import styles from './login.module.css'
import { nextAddress } from './next-address'
import { PasswordForm } from './password-form'
import { ProviderLink } from './provider-link'
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
          <Entering next={next} isFirst={methods?.firstStart === true} />
        )}
        {methods?.oidc && methods.password && <div className={styles.or}>{t('or')}</div>}
        {methods && <ProviderLink methods={methods} next={next} />}
      </div>
    </main>
  )
}

/** The password, and then the page that was wanted. */
function Entering({ next, isFirst }: { next: string; isFirst: boolean }) {
  const client = useQueryClient()
  const router = useRouter()
  return (
    <PasswordForm
      onDone={async (needsSecondFactor, { password }) => {
        client.clear()
        if (needsSecondFactor) {
          router.history.push('/me')
          return
        }
        const me = isFirst && next === '/' ? await client.fetchQuery(meQuery) : null
        const isOwner = me?.roles.some(({ name }) => name === 'Administrator') ?? false
        if (isOwner) firstPassword.set(password)
        router.history.push(isOwner ? '/start' : next)
      }}
    />
  )
}

function providerError(code: string): string {
  if (code === 'no_account') return t('ssoNoAccount')
  if (code === 'unverified') return t('ssoUnverified')
  return t('ssoFailed', { code })
}
