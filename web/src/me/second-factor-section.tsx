/** The second factor of those who sign in with a password. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { problemOf } from '../api/problem'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  type NewSecondFactor,
  type SecondFactor,
  secondFactorKey,
  secondFactorQuery,
} from '../api/second-factor'
import { methodsQuery } from '../api/sign-in'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { TextField } from '../kit/field'
import { Section } from '../kit/page'
import styles from './me.module.css'
import { t } from './texts'

export function SecondFactorSection() {
  const factor = useQuery(secondFactorQuery).data
  const methods = useQuery(methodsQuery).data
  const client = useQueryClient()
  const [begun, setBegun] = useState<NewSecondFactor | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (!factor || methods?.password === false) return null
  const finish = () => {
    setCodes(null)
    void client.invalidateQueries()
  }
  return (
    <Section title={t('secondFactor')}>
      {codes !== null ? (
        <RecoveryCodes codes={codes} onKept={finish} />
      ) : begun !== null ? (
        <Confirmation
          begun={begun}
          onCodes={(given) => {
            setBegun(null)
            setCodes(given)
          }}
        />
      ) : (
        <Present factor={factor} onBegun={setBegun} />
      )}
    </Section>
  )
}

function Present({
  factor,
  onBegun,
}: {
  factor: SecondFactor
  onBegun: (begun: NewSecondFactor) => void
}) {
  const isRefusal = (problem: { status: number }) => problem.status === 400
  const begin = useWrite({ send: beginSecondFactor, onDone: onBegun, onProblem: isRefusal })
  const end = useWrite({
    send: endSecondFactor,
    changes: [secondFactorKey],
    onProblem: isRefusal,
  })
  const write = factor.isOn ? end : begin
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    write.mutate(String(new FormData(event.currentTarget).get('ownPassword')))
    event.currentTarget.reset()
  }
  return (
    <>
      <p>{statusText(factor)}</p>
      {!(factor.isOn && factor.isRequired) && (
        <form className={styles.form} onSubmit={submit}>
          <TextField
            label={t('ownPassword')}
            name="ownPassword"
            type="password"
            autoComplete="current-password"
            required
            refusal={write.error === null ? undefined : problemOf(write.error).detailOf('password')}
          />
          <div>
            <Button type="submit" aria-busy={write.isPending}>
              {factor.isOn ? t('turnOff') : t('setUp')}
            </Button>
          </div>
        </form>
      )}
    </>
  )
}

function statusText(factor: SecondFactor): string {
  if (factor.isOn) return t('secondFactorOn', { count: factor.recoveryCodesLeft })
  return factor.isRequired ? t('secondFactorNeeded') : t('secondFactorOff')
}

function Confirmation({
  begun,
  onCodes,
}: {
  begun: NewSecondFactor
  onCodes: (codes: readonly string[]) => void
}) {
  const confirm = useWrite({
    send: confirmSecondFactor,
    onDone: onCodes,
    onProblem: (problem) => problem.status === 400,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    confirm.mutate(String(new FormData(event.currentTarget).get('code')))
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{t('scan')}</p>
      <img
        className={styles.qr}
        alt={t('secondFactor')}
        src={`data:image/svg+xml,${encodeURIComponent(begun.qrCode)}`}
      />
      <TextField label={t('key')} name="key" value={begun.secret} readOnly />
      <TextField
        label={t('appCode')}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        autoFocus
        refusal={confirm.error === null ? undefined : problemOf(confirm.error).detailOf('code')}
      />
      <div>
        <Button kind="primary" type="submit" aria-busy={confirm.isPending}>
          {t('confirmCode')}
        </Button>
      </div>
    </form>
  )
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <>
      <p>{t('recoveryNote')}</p>
      <ul className={styles.codes} aria-label={t('secondFactor')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div>
        <Button kind="primary" onClick={onKept}>
          {t('recoveryKept')}
        </Button>
      </div>
    </>
  )
}
