/** Asks for the name of a token, how long it lives, and what it may do. */

import { useState } from 'react'
import { useMe } from '../api/account'
import { keys } from '../api/keys'
import { createToken, type NewToken } from '../api/own-account'
import { problemOf } from '../api/problem'
import { useWrite } from '../api/write'
import { FormDialog } from '../kit/dialog'
import { CheckField, SelectField, TextField } from '../kit/field'
import styles from './me.module.css'
import { t } from './texts'

const DAYS = [30, 90, 365] as const
const DAY_MS = 86_400_000

interface NewTokenDialogProps {
  onClose: () => void
  onMade: (token: NewToken) => void
}

export function NewTokenDialog({ onClose, onMade }: NewTokenDialogProps) {
  const permissions = useMe()?.permissions ?? []
  const [isLimited, setLimited] = useState(false)
  const make = useWrite({
    send: createToken,
    changes: [keys.tokens],
    onDone: onMade,
    onProblem: (problem) => problem.status === 400,
  })
  const problem = make.error === null ? null : problemOf(make.error)
  const submit = (form: FormData) => {
    const days = Number(form.get('days'))
    make.mutate({
      name: String(form.get('name')).trim(),
      expiresAt: days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null,
      scopes: isLimited ? form.getAll('scope').map(String) : null,
    })
  }
  const lives = [
    ...DAYS.map((days) => ({ value: String(days), label: t('days', { count: days }) })),
    { value: '0', label: t('withoutEnd') },
  ]
  return (
    <FormDialog
      title={t('newToken')}
      action={t('create')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={make.isPending}
    >
      <TextField
        label={t('tokenName')}
        hint={t('tokenNameHint')}
        name="name"
        required
        maxLength={500}
        autoFocus
        refusal={problem ? (problem.detailOf('name') ?? problem.message) : undefined}
      />
      <SelectField label={t('lives')} name="days" defaultValue="90" choices={lives} />
      <CheckField
        label={t('limitRights')}
        checked={isLimited}
        onChange={(event) => setLimited(event.target.checked)}
      />
      {isLimited && (
        <fieldset className={styles.scopes}>
          <legend className="sr-only">{t('rights')}</legend>
          {permissions.map((permission) => (
            <CheckField key={permission} label={permission} name="scope" value={permission} />
          ))}
        </fieldset>
      )}
    </FormDialog>
  )
}
