/** Somebody else saved the definition meanwhile: what differs, and a choice; nothing drawn is lost. */

import type { Tagged } from '../api/client'
import type { Workflow } from '../api/workflows'
import { Button } from '../kit/button'
import { Dialog, DialogBody, DialogFoot } from '../kit/dialog'
import { differing, draftOf } from './draft'
import { t } from './texts'
import type { useDraft } from './use-draft'

interface SaveConflictProps {
  held: ReturnType<typeof useDraft>
  theirs: Tagged<Workflow>
}

export function SaveConflict({ held, theirs }: SaveConflictProps) {
  const names = differing(held.draft, draftOf(theirs.record))
  return (
    <Dialog title={t('conflict')} onClose={() => held.takeMine(theirs)}>
      <DialogBody>
        <p>{t('conflictNote', { version: theirs.record.version })}</p>
        <p>{t('differs', { names: names.join(', ') || t('nothing') })}</p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={() => held.takeTheirs(theirs)}>{t('takeTheirs')}</Button>
        <Button kind="primary" onClick={() => held.takeMine(theirs)}>
          {t('takeMine')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
