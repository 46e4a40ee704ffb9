/** Makes a link to an item for people without an account, and shows it this once. */

import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { createShare, type NewShare, shareKeys, sharesQuery } from '../api/exports'
import type { Context } from '../api/items'
import { problemOf } from '../api/problem'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { Dialog, DialogBody, DialogFoot, FormDialog } from '../kit/dialog'
import { BareInput, TextAreaField, TextField } from '../kit/field'
import { notify } from '../kit/toast'
import { ColumnChoices, SavedColumns } from './column-choices'
import { AT_FIRST, COLUMNS } from './columns'
import styles from './exports.module.css'
import { FileChoices, outgoingOf } from './file-choices'
import { ShareList } from './share-list'
import { t } from './texts'

interface ShareDialogProps {
  item: { id: string; itemNumber: string; state: string }
  context: Context
  onClose: () => void
}

const DAY_MS = 86_400_000
const AT_MOST_DAYS = 365
/** A visitor's page has no pictures, and shows levels by indentation. */
const NOT_SHARED: readonly string[] = ['thumbnail', 'level']
const SHARED = COLUMNS.filter(([name]) => !NOT_SHARED.includes(name))

function dayFromNow(days: number): string {
  const then = new Date(Date.now() + days * DAY_MS)
  const two = (figure: number) => String(figure).padStart(2, '0')
  return `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`
}

/** What is said against them stands beside them. */
const TOLD = ['expiresAt', 'password', 'note', 'email']

/** The whole last day counts, as the reader's clock has it. */
function shareOf(
  form: FormData,
  itemId: string,
  context: Context,
  columns: readonly string[],
): NewShare {
  const { revision, ...outgoing } = outgoingOf(form)
  const text = (name: string) => String(form.get(name) ?? '').trim() || undefined
  const expiresAt = new Date(`${form.get('until')}T23:59:59`).toISOString()
  const state = revision ? { revision } : { commitId: context.commitId }
  const about = { note: text('note'), email: text('email'), password: text('password') }
  return { itemId, expiresAt, columns: [...columns], ...outgoing, ...state, ...about }
}

export function ShareDialog({ item, context, onClose }: ShareDialogProps) {
  const [link, setLink] = useState<string | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>(AT_FIRST)
  const columns = chosen.filter((name) => !NOT_SHARED.includes(name))
  const make = useWrite({
    send: (share: NewShare, headers) => createShare(share, headers),
    changes: [shareKeys],
    onDone: setLink,
    onProblem: ({ details }) =>
      details.every(({ field }) => TOLD.includes(field ?? '')) && details.length > 0,
  })
  const problem = make.error ? problemOf(make.error) : undefined
  if (link) return <LinkDialog item={item} link={link} onClose={onClose} />
  return (
    <FormDialog
      title={t('shareTitle', { number: item.itemNumber })}
      action={t('shareAction')}
      isBusy={make.isPending}
      onClose={onClose}
      reason={columns.length === 0 ? t('noColumn') : null}
      onSubmit={(form) => make.mutate(shareOf(form, item.id, context, columns))}
    >
      <p className="muted">{t('shareNote')}</p>
      <div className={styles.pair}>
        <TextField
          label={t('until')}
          type="date"
          name="until"
          required
          defaultValue={dayFromNow(30)}
          min={dayFromNow(0)}
          max={dayFromNow(AT_MOST_DAYS)}
          refusal={problem?.detailOf('expiresAt')}
        />
        <TextField
          label={t('password')}
          hint={t('passwordHint')}
          refusal={problem?.detailOf('password')}
          name="password"
          autoComplete="off"
          minLength={10}
          maxLength={128}
        />
      </div>
      <FileChoices item={item} />
      <SavedColumns onColumns={setChosen} />
      <ColumnChoices columns={columns} onColumns={setChosen} offered={SHARED} />
      <TextAreaField
        label={t('note')}
        hint={t('noteHint')}
        name="note"
        maxLength={2000}
        refusal={problem?.detailOf('note')}
      />
      <TextField
        label={t('email')}
        hint={t('emailHint')}
        type="email"
        name="email"
        refusal={problem?.detailOf('email')}
      />
      <OfItem itemId={item.id} />
    </FormDialog>
  )
}

function OfItem({ itemId }: { itemId: string }) {
  const shares = useQuery(sharesQuery(itemId)).data?.shares ?? []
  if (shares.length === 0) return null
  return (
    <section aria-label={t('links')}>
      <h3 className={styles.links}>{t('links')}</h3>
      <ShareList shares={shares} />
    </section>
  )
}

function LinkDialog({
  item,
  link,
  onClose,
}: Pick<ShareDialogProps, 'item' | 'onClose'> & { link: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    notify({ kind: 'good', text: t('copied') })
  }
  return (
    <Dialog title={t('shareTitle', { number: item.itemNumber })} onClose={onClose}>
      <DialogBody>
        <p>{t('shownOnce')}</p>
        <div className={styles.link}>
          <BareInput
            label={t('link')}
            readOnly
            value={link}
            onFocus={(event) => event.target.select()}
          />
          <Button icon={Copy} onClick={() => void copy()}>
            {t('copy')}
          </Button>
        </div>
      </DialogBody>
      <DialogFoot>
        <Button kind="primary" onClick={onClose}>
          {t('done')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
