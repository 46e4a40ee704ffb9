/** The one thing to do next, and a word to the drafter. */

import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { keys } from '../api/keys'
import {
  materializationQuery,
  materialize,
  SESSIONS,
  type Session,
  type SessionAction,
} from '../api/sessions'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { Dialog, DialogBody, DialogFoot } from '../kit/dialog'
import { BareInput } from '../kit/field'
import { LoadingRows } from '../kit/states'
import { QueryError } from '../records/query-error'
import styles from './engine.module.css'
import { nextAction, openErrors } from './steps'
import { t } from './texts'

/** Several are taken one after the other, as one work. */
export type Act = (...actions: readonly SessionAction[]) => Promise<void>

interface NextStepProps {
  session: Session
  etag: string | null
  act: Act
  isBusy: boolean
}

/** What each action is called. */
const ACTIONS = {
  start_requirements: 'startRequirements',
  resume: 'resume',
  confirm_requirements: 'confirmRequirements',
  start_bom: 'startBom',
  confirm_bom: 'confirmBom',
  materialize: 'materialize',
  start_cad_generation: 'startCad',
  confirm_cad: 'confirmCad',
  start_assembly_composition: 'startAssembly',
  confirm_assembly: 'confirmAssembly',
} as const

export function actionText(action: string): string {
  return t(ACTIONS[action as keyof typeof ACTIONS])
}

/** Before the items are made, a message makes the drafter begin its stage anew. */
const REDRAFT: Readonly<Record<string, string>> = {
  requirements_review: 'start_requirements',
  bom_review: 'start_bom',
}

export function NextStep({ session, act, isBusy }: NextStepProps) {
  const action = nextAction(session)
  const [isAsking, setAsking] = useState(false)
  const errors = openErrors(session).length
  const isHeld = (action === 'confirm_bom' || action === 'confirm_assembly') && errors > 0
  const take = () => {
    if (action === 'materialize') setAsking(true)
    else if (action) void act({ action })
  }
  return (
    <div className={styles.foot}>
      <Message session={session} act={act} isBusy={isBusy} />
      {isBusy && <span className="muted">{t('isAtWork')}</span>}
      {!isBusy && isHeld && <small className="muted">{t('errorsOpen', { count: errors })}</small>}
      {!isBusy && action && (
        <Button
          kind="primary"
          reason={isHeld ? t('errorsOpen', { count: errors }) : null}
          onClick={take}
        >
          {actionText(action)}
        </Button>
      )}
      {isAsking && <MaterializeDialog id={session.id} onClose={() => setAsking(false)} />}
    </div>
  )
}

function Message({ session, act, isBusy }: { session: Session; act: Act; isBusy: boolean }) {
  const [typed, setTyped] = useState('')
  const isDrafted = session.artifacts.requirements.length > 0
  const isOpen = isDrafted && !session.artifacts.materializationResult
  if (!isOpen) return null
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const message = typed.trim()
    if (!message || isBusy) return
    setTyped('')
    const again = REDRAFT[session.stage]
    await act({ action: 'send_message', message }, ...(again ? [{ action: again }] : []))
  }
  return (
    <form className={styles.send} onSubmit={(event) => void send(event)}>
      <BareInput
        label={t('message')}
        placeholder={t('message')}
        value={typed}
        maxLength={5000}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button
        icon={Send}
        type="submit"
        reason={isBusy ? t('isAtWork') : typed.trim() ? null : t('nothingTyped')}
      >
        {t('send')}
      </Button>
    </form>
  )
}

/** What would be made, before it is made. */
function MaterializeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useQuery(materializationQuery(id))
  const make = useWrite({
    send: (_: undefined, headers) => materialize(id, headers),
    changes: [SESSIONS, keys.items, keys.designs, keys.changeOrders, keys.search],
    done: t('materialized'),
    onDone: onClose,
  })
  const preview = found.data
  return (
    <Dialog
      title={t('materializeTitle')}
      onClose={onClose}
      foot={
        <DialogFoot>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            kind="primary"
            reason={preview ? null : t('notYet')}
            aria-busy={make.isPending}
            onClick={() => !make.isPending && make.mutate(undefined)}
          >
            {t('materialize')}
          </Button>
        </DialogFoot>
      }
    >
      <DialogBody>
        {found.error && <QueryError error={found.error} onRetry={() => void found.refetch()} />}
        {!preview && !found.error && <LoadingRows rows={3} columns={1} />}
        {preview && (
          <ul className={styles.counts}>
            <li>{t('newParts', { count: preview.newPartsCount })}</li>
            {preview.reusedPartsCount > 0 && (
              <li>{t('reusedParts', { count: preview.reusedPartsCount })}</li>
            )}
            <li>{t('requirements', { count: preview.newRequirementsCount })}</li>
            <li>{t('lines', { count: preview.bomRelationshipsCount })}</li>
            {preview.requiresEco && <li>{t('needsChange')}</li>}
          </ul>
        )}
      </DialogBody>
    </Dialog>
  )
}
