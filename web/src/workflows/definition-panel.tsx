/** What a definition says of itself: name, what it applies to, whether it is in use. */

import { useNavigate } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { deleteWorkflow, workflowKeys } from '../api/workflows'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { FormDialog } from '../kit/dialog'
import { wordOf } from '../kit/i18n'
import styles from './designer.module.css'
import type { PanelProps } from './designer-page'
import { addState, addStep } from './draft'
import { CheckField, ReadOnly, TextAreaField, TextField } from './fields'
import { t } from './texts'

const CHANGE_TYPES = ['ECO', 'ECN', 'MCO', 'Deviation']
const ITEM_TYPES = ['Part', 'Document', 'Requirement', 'Task', 'Issue']

export function DefinitionPanel(props: PanelProps) {
  const { workflow, draft, edit, reason } = props
  const isLifecycle = workflow.definitionType === 'lifecycle'
  const field = isLifecycle ? 'applicableItemTypes' : 'changeTypes'
  const offered = isLifecycle ? ITEM_TYPES : CHANGE_TYPES
  const chosen = draft[field]
  const toggle = (name: string, isOn: boolean) =>
    edit({ ...draft, [field]: isOn ? [...chosen, name] : chosen.filter((one) => one !== name) })
  return (
    <section aria-label={t('definition')}>
      <h2>{isLifecycle ? t('lifecycle') : t('workflow')}</h2>
      <ReadOnly value={reason}>
        <div className={styles.form}>
          <TextField
            label={t('name')}
            value={draft.name}
            maxLength={500}
            onChange={(event) => edit({ ...draft, name: event.target.value })}
          />
          <TextAreaField
            label={t('description')}
            value={draft.description ?? ''}
            onChange={(event) => edit({ ...draft, description: event.target.value || null })}
          />
          <fieldset className={styles.group}>
            <legend>{t('appliesTo')}</legend>
            {offered.map((name) => (
              <CheckField
                key={name}
                label={wordOf(name)}
                checked={chosen.includes(name)}
                onChange={(event) => toggle(name, event.target.checked)}
              />
            ))}
            {!isLifecycle && <small className="muted">{t('appliesNote')}</small>}
          </fieldset>
          <CheckField
            label={t('active')}
            checked={draft.isActive}
            onChange={(event) => edit({ ...draft, isActive: event.target.checked })}
          />
        </div>
      </ReadOnly>
      <DeleteButton {...props} />
    </section>
  )
}

export function AddButtons({ draft, edit, choose, reason }: PanelProps) {
  const newState = () => {
    const made = addState(draft, t('newState'))
    edit(made.draft)
    choose({ kind: 'state', id: made.id })
  }
  const newStep = () => {
    const [first, second] = draft.states
    if (!first) return
    const ends = { fromStateId: first.id, toStateId: (second ?? first).id }
    const made = addStep(draft, ends, t('newStep'))
    edit(made.draft)
    choose({ kind: 'step', id: made.id })
  }
  return (
    <div className={styles.buttons}>
      <Button icon={Plus} reason={reason} onClick={newState}>
        {t('addState')}
      </Button>
      <Button
        icon={Plus}
        reason={reason ?? (draft.states.length === 0 ? t('stateFirst') : null)}
        onClick={newStep}
      >
        {t('addStep')}
      </Button>
    </div>
  )
}

function DeleteButton({ workflow }: PanelProps) {
  const [isAsked, ask] = useState(false)
  const navigate = useNavigate()
  const reason = mayDo(useMe(), 'workflows.delete') ? null : t('mayNotEdit')
  const remove = useWrite({
    send: (_: undefined, headers) => deleteWorkflow(workflow.id, headers),
    changes: [workflowKeys],
    done: t('deleted', { name: workflow.name }),
    onDone: () => void navigate({ to: '/admin/workflows', search: {} }),
  })
  return (
    <div className={styles.buttons}>
      <Button kind="danger" icon={Trash2} reason={reason} onClick={() => ask(true)}>
        {t('delete')}
      </Button>
      {isAsked && (
        <FormDialog
          title={t('deleteTitle', { name: workflow.name })}
          action={t('delete')}
          isDanger
          isBusy={remove.isPending}
          onClose={() => ask(false)}
          onSubmit={() => remove.mutate(undefined)}
        >
          <p>{t('deleteNote')}</p>
        </FormDialog>
      )}
    </div>
  )
}
