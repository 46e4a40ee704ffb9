/** One state of a definition: what it is called, what it means, who approves in it. */

import { ArrowLeft, Trash2 } from 'lucide-react'
import { Button } from '../kit/button'
import { Approvers } from './approvers'
import styles from './designer.module.css'
import type { PanelProps } from './designer-page'
import { changeState, removeState, type State } from './draft'
import { CheckField, ReadOnly, SelectField, TextField } from './fields'
import { t } from './texts'

const OUTCOMES = ['release', 'cancel', 'none'] as const
const CATEGORIES = ['draft', 'review', 'released', 'superseded', 'obsolete', 'cancelled'] as const

export function StatePanel(props: PanelProps & { state: State }) {
  const { workflow, draft, edit, choose, reason, state } = props
  const change = (part: Partial<State>) => edit(changeState(draft, state.id, part))
  const isWorkflow = workflow.definitionType === 'workflow'
  return (
    <section aria-label={t('stateNamed', { name: state.name })}>
      <BackButton choose={choose} />
      <h2>{t('state')}</h2>
      <ReadOnly value={reason}>
        <div className={styles.form}>
          <TextField
            label={t('name')}
            value={state.name}
            maxLength={500}
            onChange={(event) => change({ name: event.target.value })}
          />
          <CheckField
            label={t('isInitial')}
            checked={state.isInitial ?? false}
            onChange={(event) => change({ isInitial: event.target.checked })}
          />
          <CheckField
            label={t('isFinal')}
            checked={state.isFinal ?? false}
            onChange={(event) =>
              change({
                isFinal: event.target.checked,
                ...(!event.target.checked && { outcome: null }),
              })
            }
          />
          {isWorkflow && state.isFinal && (
            <SelectField
              label={t('outcome')}
              value={state.outcome ?? ''}
              choices={[
                { value: '', label: t('byName') },
                ...OUTCOMES.map((value) => ({ value, label: t(`outcome_${value}`) })),
              ]}
              onChange={(event) =>
                change({ outcome: (event.target.value || null) as State['outcome'] })
              }
            />
          )}
          <SelectField
            label={t('category')}
            hint={t('categoryHint')}
            value={state.category ?? ''}
            choices={[
              { value: '', label: t('byName') },
              ...CATEGORIES.map((value) => ({ value, label: t(`category_${value}`) })),
            ]}
            onChange={(event) =>
              change({ category: (event.target.value || null) as State['category'] })
            }
          />
        </div>
      </ReadOnly>
      {isWorkflow && <Approvers workflow={workflow} state={state} reason={reason} />}
      <div className={styles.buttons}>
        <Button
          kind="danger"
          icon={Trash2}
          reason={reason}
          onClick={() => {
            edit(removeState(draft, state.id))
            choose(null)
          }}
        >
          {t('removeState')}
        </Button>
      </div>
    </section>
  )
}

export function BackButton({ choose }: Pick<PanelProps, 'choose'>) {
  return (
    <Button kind="quiet" icon={ArrowLeft} onClick={() => choose(null)}>
      {t('toDefinition')}
    </Button>
  )
}
