/** Makes an account: who it is for, the first password, the roles. */

import { useNavigate } from '@tanstack/react-router'
import { Dices } from 'lucide-react'
import { useState } from 'react'
import { createUser } from '../api/admin'
import { keys } from '../api/keys'
import { type Problem, problemOf } from '../api/problem'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { FormDialog } from '../kit/dialog'
import { TextField } from '../kit/field'
import styles from './admin.module.css'
import { suggestPassword } from './passwords'
import { RoleChecks } from './role-checks'
import { t } from './texts'

const FIELDS = ['name', 'email', 'password']

export function NewPersonDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const create = useWrite({
    send: createUser,
    changes: [keys.users],
    done: (user) => t('personMade', { name: user.name }),
    onDone: (user) => {
      onClose()
      void navigate({ to: `/admin/people/${user.id}` })
    },
    onProblem: (problem) => FIELDS.some((name) => errorOf(problem, name) !== undefined),
  })
  const problem = create.error === null ? undefined : problemOf(create.error)
  const submit = (form: FormData) => {
    const text = (name: string) => String(form.get(name)).trim()
    create.mutate({
      name: text('name'),
      email: text('email'),
      password,
      roleIds: form.getAll('role').map(String),
    })
  }
  return (
    <FormDialog
      title={t('newPerson')}
      action={t('create')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={create.isPending}
    >
      <TextField
        label={t('name')}
        name="name"
        required
        maxLength={500}
        autoComplete="off"
        refusal={errorOf(problem, 'name')}
      />
      <TextField
        label={t('email')}
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        refusal={errorOf(problem, 'email')}
      />
      <div className={styles.withButton}>
        <TextField
          label={t('firstPassword')}
          name="password"
          required
          minLength={10}
          maxLength={128}
          autoComplete="off"
          className="mono"
          spellCheck={false}
          hint={t('firstPasswordHint')}
          refusal={errorOf(problem, 'password')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button icon={Dices} onClick={() => setPassword(suggestPassword())}>
          {t('suggest')}
        </Button>
      </div>
      <RoleChecks held={new Set()} />
    </FormDialog>
  )
}

/** What the server said against a field; an address in use is told as a conflict. */
function errorOf(problem: Problem | undefined, name: string): string | undefined {
  return problem?.detailOf(name)
}
