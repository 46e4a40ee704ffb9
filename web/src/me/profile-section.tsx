/** Name, e-mail, roles and programs. */

import { keys } from '../api/keys'
import { editAccount } from '../api/own-account'
import type { Me } from '../api/types'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { TextField } from '../kit/field'
import { wordOf } from '../kit/i18n'
import { Section } from '../kit/page'
import styles from './me.module.css'
import { t } from './texts'

export function ProfileSection({ me }: { me: Me }) {
  const save = useWrite({
    send: (name: string) => editAccount({ id: me.id, name }),
    changes: [keys.me, keys.users],
    done: t('nameSaved'),
  })
  return (
    <Section title={t('account')}>
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(String(new FormData(event.currentTarget).get('name')))
        }}
      >
        <TextField
          key={me.name}
          label={t('name')}
          name="name"
          defaultValue={me.name}
          required
          maxLength={500}
          autoComplete="name"
        />
        <Button type="submit" aria-busy={save.isPending}>
          {t('save')}
        </Button>
      </form>
      <dl className={styles.facts}>
        <dt>{t('email')}</dt>
        <dd>{me.email}</dd>
        <dt>{t('roles')}</dt>
        <dd>{me.roles.map((role) => wordOf(role.name)).join(', ') || t('noRole')}</dd>
        <dt>{t('programs')}</dt>
        <dd>
          {me.programs.map((program) => `${program.code} (${roleText(program.role)})`).join(', ') ||
            t('noProgram')}
        </dd>
      </dl>
    </Section>
  )
}

const ROLES: Readonly<Record<string, Parameters<typeof t>[0]>> = {
  lead: 'role_lead',
  engineer: 'role_engineer',
  viewer: 'role_viewer',
}

function roleText(role: string): string {
  const key = ROLES[role]
  return key ? t(key) : role
}
