/** Takes an item to another state, with a word about why. */

import { moveItem } from '../api/item-actions'
import { keys } from '../api/keys'
import type { Answer } from '../api/types'
import { useWrite } from '../api/write'
import { keepNoBlank } from '../forms/no-blank'
import { FormDialog } from '../kit/dialog'
import { TextAreaField } from '../kit/field'
import { wordOf } from '../kit/i18n'
import { t } from './texts'
import { useItemHere } from './use-item'

export type Transition = Answer<
  '/api/items/{item_id}/transitions',
  'get'
>['availableTransitions'][number]

interface MoveDialogProps {
  transition: Transition
  onClose: () => void
}

export function MoveDialog({ transition, onClose }: MoveDialogProps) {
  const { item, version } = useItemHere()
  const move = useWrite({
    send: (comment: string, headers) => {
      const { branchId } = version.context
      const body = { transition: transition.name, ...(comment && { comment }), branchId }
      return moveItem(item.id, body, headers)
    },
    changes: [keys.items],
    done: (moved) => t('moved', { number: moved.itemNumber, state: wordOf(moved.state) }),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('moveTo', { name: wordOf(transition.name), state: wordOf(transition.toState) })}
      action={wordOf(transition.name)}
      isBusy={move.isPending}
      onClose={onClose}
      onSubmit={(form) => move.mutate(String(form.get('comment') ?? '').trim())}
    >
      <TextAreaField
        label={t('comment')}
        name="comment"
        required={/reject/i.test(transition.name)}
        onInput={keepNoBlank}
      />
    </FormDialog>
  )
}
