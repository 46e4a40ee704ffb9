/** Keeps what a list shows as a view with a name. */

import { keys } from '../api/keys'
import { createView, type NewView } from '../api/views'
import { useWrite } from '../api/write'
import { FormDialog } from '../kit/dialog'
import { CheckField, TextField } from '../kit/field'
import { t } from './texts'

interface SaveViewDialogProps {
  page: string
  query: string
  onClose: () => void
}

export function SaveViewDialog({ page, query, onClose }: SaveViewDialogProps) {
  const save = useWrite({
    send: (view: NewView, headers) => createView(view, headers),
    changes: [keys.views],
    done: (_, view) => t('savedView', { name: view.name }),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('saveView')}
      action={t('save')}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={(form) => {
        const name = String(form.get('name')).trim()
        save.mutate({ name, page, query, isShared: form.get('shared') !== null })
      }}
    >
      <TextField label={t('viewName')} name="name" required maxLength={100} />
      <CheckField label={t('shareView')} name="shared" />
    </FormDialog>
  )
}
