/** One role: its name, and a table of what it may do. */

import { useQueryClient } from '@tanstack/react-query'
import { PencilLine, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { deleteRole, type Role, roleQuery, updateRole } from '../api/admin'
import type { Tagged } from '../api/client'
import { declared } from '../api/declared'
import { useHeldEdit } from '../api/held-edit'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { RecordDialog } from '../forms/form-dialog'
import { type BothValues, MeanwhileDialog } from '../forms/meanwhile-dialog'
import { Button } from '../kit/button'
import { Dialog, DialogBody, DialogFoot } from '../kit/dialog'
import { wordOf } from '../kit/i18n'
import { useAddress } from '../lists/use-address'
import styles from './admin.module.css'
import { Matrix } from './matrix'
import { type Action, differences } from './permissions'
import { resourceText } from './resource-text'
import { textsOf } from './roles-page'
import { t } from './texts'

interface RoleProps {
  found: Tagged<Role>
  all: readonly string[]
}

export function RoleDetail({ found, all }: RoleProps) {
  const role = found.record
  const me = useMe()
  const client = useQueryClient()
  const edit = useHeldEdit<Role, ReadonlySet<string>>({
    found,
    draftFrom: ({ permissions }) => new Set(permissions),
    isSame: (one, other) => differences(one, other) === 0,
    readAnew: () => client.fetchQuery({ ...roleQuery(role.id), staleTime: 0 }),
    send: (granted, headers) => updateRole(role.id, { permissions: [...granted].sort() }, headers),
    changes: [keys.roles, keys.me],
    done: t('roleSaved', { name: wordOf(role.name) }),
  })
  const held = new Set(edit.base.record.permissions)
  const count = differences(held, edit.value)
  const told = useId()
  const whole = role.builtIn && role.name === 'Administrator' ? t('keepsAll') : null
  const reason = mayDo(me, 'roles.update') ? whole : t('mayNotTend')
  return (
    <section className={styles.detail} aria-label={wordOf(role.name)}>
      <RoleHead found={found} />
      {reason && (
        <p id={told} className="muted">
          {reason}
        </p>
      )}
      <Matrix
        all={all}
        held={held}
        granted={edit.value}
        own={new Set(me?.permissions)}
        reason={reason}
        reasonId={told}
        onChange={edit.edit}
      />
      {count > 0 && (
        <div className={styles.save} role="group" aria-label={t('changes')}>
          <span role="status">{t('changed', { count })}</span>
          <Button onClick={edit.discard}>{t('discard')}</Button>
          <Button kind="primary" aria-busy={edit.isSaving} onClick={edit.save}>
            {t('save')}
          </Button>
        </div>
      )}
      {edit.theirs && (
        <MeanwhileDialog
          name={wordOf(role.name)}
          id={role.id}
          values={bothRights(edit.value, new Set(edit.theirs.record.permissions))}
          held={edit}
        />
      )}
    </section>
  )
}

/** The rights that only one of two has. */
function bothRights(mine: ReadonlySet<string>, theirs: ReadonlySet<string>): BothValues[] {
  const told = (isGranted: boolean) => t(isGranted ? 'granted' : 'notGranted')
  const differing = [...new Set([...mine, ...theirs])].filter((r) => mine.has(r) !== theirs.has(r))
  return differing.sort().map((right) => {
    const [resource = '', action = ''] = right.split('.')
    return {
      label: `${resourceText(resource)}: ${t(`may_${action as Action}`)}`,
      mine: told(mine.has(right)),
      theirs: told(theirs.has(right)),
    }
  })
}

function RoleHead({ found }: { found: Tagged<Role> }) {
  const role = found.record
  const me = useMe()
  const [shown, show] = useState<'edit' | 'delete' | null>(null)
  const close = () => show(null)
  const mayEdit = mayDo(me, 'roles.update') ? null : t('mayNotTend')
  const mayDelete = mayDo(me, 'roles.delete') ? null : t('mayNotTend')
  return (
    <header className={styles.detailHead}>
      <h2>{wordOf(role.name)}</h2>
      <span className="muted">{role.builtIn ? t('builtIn') : role.description}</span>
      <span>
        <Button icon={PencilLine} reason={mayEdit} onClick={() => show('edit')}>
          {t('edit')}
        </Button>{' '}
        <Button
          icon={Trash2}
          reason={role.builtIn ? t('staysBuiltIn') : mayDelete}
          onClick={() => show('delete')}
        >
          {t('delete')}
        </Button>
      </span>
      {shown === 'edit' && <EditDialog found={found} onClose={close} />}
      {shown === 'delete' && <DeleteDialog found={found} onClose={close} />}
    </header>
  )
}

interface DialogProps {
  found: Tagged<Role>
  onClose: () => void
}

function EditDialog({ found, onClose }: DialogProps) {
  const role = found.record
  const name = { name: 'name', ...declared('NewRole', 'name'), label: t('name'), value: role.name }
  return (
    <RecordDialog
      title={t('editTitle', { name: wordOf(role.name) })}
      action={t('save')}
      fields={[
        ...(role.builtIn ? [] : [name]),
        {
          name: 'description',
          ...declared('NewRole', 'description'),
          label: t('description'),
          value: role.description,
        },
      ]}
      uniqueField="name"
      isEdit
      write={{
        send: (fields, headers) => updateRole(role.id, textsOf(fields), headers),
        etag: () => found.etag,
        changes: [keys.roles],
        done: t('saved'),
      }}
      onClose={onClose}
    />
  )
}

function DeleteDialog({ found, onClose }: DialogProps) {
  const role = found.record
  const [, change] = useAddress()
  const remove = useWrite({
    send: (_: undefined, headers) => deleteRole(role.id, headers),
    etag: () => found.etag,
    changes: [keys.roles],
    done: t('roleDeleted', { name: wordOf(role.name) }),
    onDone: () => change({ role: undefined }),
  })
  return (
    <Dialog title={t('deleteTitle', { name: wordOf(role.name) })} onClose={onClose}>
      <DialogBody>
        <p>{t('deleteNote')}</p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('keepRole')}</Button>
        <Button
          kind="danger"
          autoFocus
          aria-busy={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSettled: onClose })}
        >
          {t('delete')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
