/** Signing in again above a page whose session has ended: what is typed there stays. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { request } from '../api/client'
import { methodsQuery } from '../api/sign-in'
import { Dialog, DialogBody } from '../kit/dialog'
import styles from './login.module.css'
import { PasswordForm } from './password-form'
import { ProviderLink } from './provider-link'
import { t } from './texts'

interface AgainDialogProps {
  email: string
  /** The same person goes on. */
  onBack: () => void
  /** Somebody else, or with what is asked for elsewhere: from the page to sign in. */
  onClose: () => void
}

export function AgainDialog({ email, onBack, onClose }: AgainDialogProps) {
  const client = useQueryClient()
  const methods = useQuery(methodsQuery).data
  const box = useRef<HTMLDivElement>(null)
  const goOn = (as: string | undefined) => {
    if (!isSame(as ?? '', email)) return onClose()
    onBack()
    void client.invalidateQueries()
  }
  useSignedOnBeside(Boolean(methods?.oidc), goOn)
  useEffect(() => {
    if (methods) box.current?.querySelector<HTMLElement>('[type=password], a')?.focus()
  }, [methods])
  return (
    <Dialog title={t('again')} onClose={onClose} veiled>
      <DialogBody>
        <p className="muted">{t('kept')}</p>
        <div ref={box} className={styles.form}>
          {methods?.password !== false && (
            <PasswordForm
              email={email}
              onDone={(needsSecondFactor, credentials) =>
                goOn(needsSecondFactor ? undefined : credentials.email)
              }
            />
          )}
          {methods?.oidc && (
            <>
              {methods.password && <div className={styles.or}>{t('or')}</div>}
              <ProviderLink methods={methods} next="/" isBeside />
              <p className="muted">{t('beside')}</p>
            </>
          )}
        </div>
      </DialogBody>
    </Dialog>
  )
}

const ASKED_EVERY = 2_000

/** Goes on as soon as another tab has signed in; asked only while this one is looked at. */
function useSignedOnBeside(isOn: boolean, goOn: (email: string) => void) {
  const told = useQuery({
    queryKey: ['signed on beside'],
    queryFn: async () => (await request<{ email: string }>('GET', '/api/users/me')).record.email,
    enabled: isOn,
    refetchInterval: ASKED_EVERY,
    refetchOnWindowFocus: 'always',
    retry: false,
    gcTime: 0,
  }).data
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (told) goOn(told)
  }, [told])
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.toLowerCase()
}
