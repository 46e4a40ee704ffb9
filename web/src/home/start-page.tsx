/** The first start: greets the first administrator, who takes a password and then begins. */

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { useMe } from '../api/account'
import { listItems } from '../api/items'
import { keys } from '../api/keys'
import { editAccount } from '../api/own-account'
import { type Problem, problemOf } from '../api/problem'
import { firstPassword, methodsQuery } from '../api/sign-in'
import type { Me } from '../api/types'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { TextField } from '../kit/field'
import { useStore } from '../kit/store'
import { Begin } from './begin'
import styles from './home.module.css'
import { t } from './texts'

const SHORTEST = 10

export function StartPage() {
  const me = useMe()
  const [isKnown, setKnown] = useState(false)
  const navigate = useNavigate()
  // Where somebody has filled the server already, there is nothing to choose.
  const goOn = async () => {
    const isFilled = await listItems({ limit: 1 }).then(
      ({ total }) => total > 0,
      () => false,
    )
    if (isFilled) await navigate({ to: '/', search: {} })
    else setKnown(true)
  }
  useEffect(() => {
    document.title = `${t('welcome')} · Partwright`
  }, [])
  return (
    <main className={styles.start}>
      <img src="/favicon.svg" alt="" width="40" height="40" />
      <h1>{isKnown ? t('howToBegin') : t('welcome')}</h1>
      <p>{isKnown ? t('howToBeginNote') : t('welcomeNote')}</p>
      {me && !isKnown && <You me={me} onDone={() => void goOn()} />}
      {isKnown && (
        <>
          <Begin />
          <Link to="/" search={{}} className="link">
            {t('startEmpty')}
          </Link>
        </>
      )}
    </main>
  )
}

function You({ me, onDone }: { me: Me; onDone: () => void }) {
  const methods = useQuery(methodsQuery).data
  const known = useStore(firstPassword)
  const hasPassword = methods?.password !== false
  const save = useWrite({
    send: (fields: { name: string; password?: string; currentPassword?: string }) =>
      editAccount({ id: me.id, ...fields }),
    changes: [keys.me],
    onDone: () => {
      firstPassword.set('')
      onDone()
    },
    onProblem: (problem) => problem.status >= 400 && problem.status < 429,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const said = (name: string) => String(form.get(name) ?? '')
    const password = said('password')
    const currentPassword = known || said('current')
    save.mutate({ name: said('name').trim(), ...(password && { password, currentPassword }) })
  }
  const problem = save.error === null ? undefined : problemOf(save.error)
  return (
    <form className={styles.you} onSubmit={submit}>
      <input type="email" name="email" autoComplete="username" value={me.email} readOnly hidden />
      <TextField
        label={t('yourName')}
        name="name"
        autoComplete="name"
        required
        maxLength={200}
        autoFocus
        large
        placeholder={me.name}
        hint={t('yourNameNote')}
        refusal={problem?.detailOf('name')}
      />
      {hasPassword && !known && (
        <TextField
          label={t('printedPassword')}
          name="current"
          type="password"
          autoComplete="current-password"
          large
          refusal={problem?.detailOf('currentPassword')}
        />
      )}
      {hasPassword && (
        <TextField
          label={t('newPassword')}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={SHORTEST}
          maxLength={128}
          large
          hint={t('newPasswordNote', { count: SHORTEST })}
          refusal={problem?.detailOf('password') ?? otherText(problem)}
        />
      )}
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" large aria-busy={save.isPending}>
          {t('goOn')}
        </Button>
        <Button
          kind="plain"
          large
          onClick={() => {
            firstPassword.set('')
            onDone()
          }}
        >
          {t('later')}
        </Button>
      </div>
    </form>
  )
}

function otherText(problem: Problem | undefined): string | undefined {
  return problem && problem.details.length === 0 ? problem.message : undefined
}
