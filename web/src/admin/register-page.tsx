/** A list of what is laid down for all items: each is made, changed and taken away in a dialog. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { problemOf } from '../api/problem'
import { keep, REGISTERS, type Register, registeredQuery, remove } from '../api/registers'
import { tellProblem } from '../api/tell'
import { useWrite } from '../api/write'
import { RecordDialog } from '../forms/form-dialog'
import { Button } from '../kit/button'
import { Dialog, DialogBody } from '../kit/dialog'
import type { FormField } from '../kit/form-fields'
import type { Column } from '../kit/grid/columns'
import { useShortcut } from '../kit/shortcuts'
import { LoadingRows } from '../kit/states'
import { PAGE_SIZE, type RowPage } from '../lists/definition'
import { ListPage } from '../lists/list-page'
import { useAddress } from '../lists/use-address'
import styles from './admin.module.css'
import { AdminTabs } from './admin-tabs'
import { t } from './texts'

export type Values = Readonly<Record<string, string | null>>

interface RegisterPageProps<Row extends { id: string }> {
  register: Register
  title: string
  icon: LucideIcon
  newLabel: string
  emptyNote: string
  columns: readonly Column<Row>[]
  nameOf: (row: Row) => string
  narrow: (row: Row) => ReactNode
  fetchPage: (page: number, limit: number) => Promise<RowPage<Row>>
  /** The fields of the dialog: of a new record, or of one that is there. */
  fields: (row: Row | null) => readonly FormField[]
  /** What is sent for what was filled in. */
  bodyOf: (values: Values) => object
  /** Further buttons of the page. */
  actions?: ReactNode
}

export function RegisterPage<Row extends { id: string }>(props: RegisterPageProps<Row>) {
  const { register, title, newLabel, nameOf } = props
  const reason = mayDo(useMe(), 'system.update') ? null : t('mayNotLayDown')
  const [isNew, setNew] = useState(false)
  const [address, change] = useAddress()
  const leave = () => change({ edit: undefined })
  const found = useEdited<Row>(register, address.edit, leave)
  const edited = address.edit === undefined ? undefined : found.data?.record
  useShortcut('c', newLabel, () => reason === null && setNew(true))
  const take = useWrite({
    send: (id: string, headers) => remove(register, id, headers),
    changes: [[register], REGISTERS],
    done: t('removed'),
  })
  const actions = (
    <Button kind="primary" icon={Plus} shortcut="C" reason={reason} onClick={() => setNew(true)}>
      {newLabel}
    </Button>
  )
  const addressOf = ({ id }: Row) => `/admin/${PATHS[register]}?edit=${id}`
  return (
    <>
      <ListPage
        list={{
          kind: register,
          title,
          tabs: <AdminTabs />,
          icon: props.icon,
          columns: props.columns,
          filters: [],
          defaultSort: '',
          searchLabel: null,
          fetchPage: (_, page) => props.fetchPage(page, PAGE_SIZE),
          keyOf: ({ id }: Row) => id,
          addressOf,
          narrow: props.narrow,
          inspect: (row: Row) => (
            <div className={styles.inspected}>
              <h2>{nameOf(row)}</h2>
              <Button
                icon={Trash2}
                kind="danger"
                reason={reason}
                onClick={() => take.mutate(row.id)}
              >
                {t('remove')}
              </Button>
            </div>
          ),
          actions: (
            <>
              {props.actions}
              {actions}
            </>
          ),
          empty: { title: t('nothingLaidDown'), note: props.emptyNote, actions },
        }}
      />
      {found.isLoading && !isNew && reason === null && (
        <Dialog title={title} onClose={leave}>
          <DialogBody>
            <LoadingRows columns={1} rows={3} />
          </DialogBody>
        </Dialog>
      )}
      {(isNew || (edited && reason === null)) && (
        <RecordDialog
          key={edited?.id ?? 'new'}
          title={isNew || !edited ? newLabel : nameOf(edited)}
          action={t(isNew ? 'create' : 'save')}
          fields={props.fields(isNew ? null : (edited ?? null))}
          uniqueField="name"
          isEdit={!isNew}
          write={{
            send: (values, headers) =>
              keep(register, isNew ? null : (edited?.id ?? null), props.bodyOf(values), headers),
            etag: () => (isNew ? null : found.data?.etag),
            changes: [[register], REGISTERS],
            done: t('saved'),
          }}
          onClose={() => (isNew ? setNew(false) : leave())}
        />
      )}
    </>
  )
}

/** What is to be changed, as it is now; where it cannot be read, that is told and the list stays. */
function useEdited<Row>(register: Register, id: string | undefined, leave: () => void) {
  const found = useQuery({ ...registeredQuery<Row>(register, id ?? ''), enabled: id !== undefined })
  const error = id !== undefined && found.data === undefined ? found.error : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (!error) return
    tellProblem(problemOf(error))
    leave()
  }, [error])
  return found
}

interface EditLinkProps {
  to: '/admin/attributes' | '/admin/categories' | '/admin/numbering'
  id: string
  text: string
}

/** Opens the dialog in which a record is changed. */
export function EditLink({ to, id, text }: EditLinkProps) {
  return (
    <Link to={to} search={{ edit: id } as never} tabIndex={-1}>
      {text}
    </Link>
  )
}

const PATHS: Readonly<Record<Register, string>> = {
  'attribute-definitions': 'attributes',
  'numbering-schemes': 'numbering',
  categories: 'categories',
}

export function yesOrNo(name: string, label: string, value = false): FormField {
  const choices = [
    { value: 'false', label: t('no') },
    { value: 'true', label: t('yes') },
  ]
  return { name, label, kind: 'choice', isRequired: true, choices, value: String(value) }
}
