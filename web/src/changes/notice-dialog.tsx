/** A dialog that only says something. */

import type { ReactNode } from 'react'
import { Button } from '../kit/button'
import { Dialog, DialogBody, DialogFoot } from '../kit/dialog'
import { t } from './texts'

interface NoticeDialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

export function NoticeDialog({ title, onClose, children }: NoticeDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>{children}</DialogBody>
      <DialogFoot>
        <Button kind="primary" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
