/** Whether a person may come in, and a new password for those who forgot theirs. */

import { Link } from '@tanstack/react-router'
import { Dices } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useMe } from '../api/account'
import { problemOf } from '../api/problem'
import { Button } from '../kit/button'
import { TextField } from '../kit/field'
import { Section } from '../kit/page'
import styles from './admin.module.css'
import { suggestPassword } from './passwords'
import { type PersonProps, useUserEdit } from './person-page'
import { t } from './texts'

export function PersonAccess(props: PersonProps) {
  const me = useMe()
  const isOwn = props.found.record.id === me?.id
  if (isOwn) {
    return (
      <Section title={t('access')}>
        <p>
          {t('ownAccess')} <Link to="/me">{t('ownProfile')}</Link>
        </p>
      </Section>
    )
  }
  const isAdministrator = me?.roles.some(({ name }) => name === 'Administrator')
  const notMine = isAdministrator ? null : t('onlyAdministrators')
  return (
    <Section title={t('access')}>
      <Activity {...props} />
      <Password {...props} reason={props.reason ?? notMine} />
    </Section>
  )
}

function Activity({ found, reason }: PersonProps) {
  const { active, name } = found.record
  const [isAsking, setAsking] = useState(false)
  const save = useUserEdit(found, t(active ? 'nowInactive' : 'nowActive', { name }))
  const change = () => {
    setAsking(false)
    save.mutate({ active: !active })
  }
  if (isAsking) {
    return (
      <div className={styles.ask} role="group" aria-label={t('deactivate')}>
        <p>{t('deactivateNote', { name })}</p>
        <Button onClick={() => setAsking(false)}>{t('keep')}</Button>
        <Button kind="danger" autoFocus onClick={change}>
          {t('reallyDeactivate')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.ask}>
      <p>{t(active ? 'mayComeIn' : 'mayNotComeIn', { name })}</p>
      <Button
        reason={reason}
        aria-busy={save.isPending}
        onClick={() => (active ? setAsking(true) : change())}
      >
        {t(active ? 'deactivate' : 'activate')}
      </Button>
    </div>
  )
}

function Password({ found, reason }: PersonProps) {
  const [password, setPassword] = useState('')
  const save = useUserEdit(found, t('passwordSet'), (field) => field === 'password')
  const problem = save.error === null ? undefined : problemOf(save.error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reason === null) save.mutate({ password })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.withButton}>
        <TextField
          label={t('newPassword')}
          required
          minLength={10}
          maxLength={128}
          autoComplete="off"
          spellCheck={false}
          readOnly={reason !== null}
          hint={t('newPasswordHint')}
          refusal={problem?.detailOf('password')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button icon={Dices} reason={reason} onClick={() => setPassword(suggestPassword())}>
          {t('suggest')}
        </Button>
      </div>
      <div>
        <Button type="submit" reason={reason} aria-busy={save.isPending}>
          {t('setPassword')}
        </Button>
      </div>
    </form>
  )
}
