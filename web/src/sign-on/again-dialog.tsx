/** Signing in again above a page whose session has ended: what is typed there stays. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { methodsQuery } from '../api/account'
import { Dialog, DialogBody } from '../kit/dialog'
import styles from './login.module.css'
import { PasswordForm } from './password-form'
import { t } from './texts'

interface AgainDialogProps {
  email: string
  /** The same person goes on. */
  onBack: () => void
  /** Somebody else, or at the provider: from the page to sign in. */
  onClose: () => void
}

export function AgainDialog({ email, onBack, onClose }: AgainDialogProps) {
  const client = useQueryClient()
  const methods = useQuery(methodsQuery).data
  const box = useRef<HTMLDivElement>(null)
  const isElsewhere = methods?.password === false
  useEffect(() => {
    if (isElsewhere) onClose()
  }, [isElsewhere, onClose])
  useEffect(() => box.current?.querySelector<HTMLElement>('[type=password]')?.focus(), [])
  return (
    <Dialog title={t('again')} onClose={onClose} veiled>
      <DialogBody>
        <p className="muted">{t('kept')}</p>
        <div ref={box} className={styles.form}>
          <PasswordForm
            email={email}
            onDone={(needsSecondFactor, credentials) => {
              if (needsSecondFactor || !isSame(credentials.email, email)) return onClose()
              onBack()
              void client.invalidateQueries()
            }}
          />
        </div>
      </DialogBody>
    </Dialog>
  )
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.toLowerCase()
}
