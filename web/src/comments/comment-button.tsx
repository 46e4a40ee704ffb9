/** Opens the threads on anything that can be spoken about, where it stands. */

import { MessageSquare } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../kit/button'
import { Dialog, DialogBody } from '../kit/dialog'
import { formatNumber } from '../kit/format'
import { LoadingRows } from '../kit/states'
import { t } from './texts'

const Discussion = lazy(() => import('./discussion').then((m) => ({ default: m.Discussion })))

interface CommentButtonProps {
  /** `item:<id>`, `line:<id>`, `file:<id>` or `change:<id>`. */
  subject: string
  /** What it is about, as people call it. */
  name: string
  shortcut?: string
  /** How much was said already. */
  count?: number
}

export function CommentButton({ subject, name, shortcut, count = 0 }: CommentButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const label = count > 0 ? t('saidOn', { name, count }) : t('commentOn', { name })
  return (
    <>
      <IconButton
        icon={MessageSquare}
        label={label}
        shortcut={shortcut}
        data-comment
        onClick={() => setOpen(true)}
      />
      {count > 0 && (
        <small className="muted figures" aria-hidden>
          {formatNumber(count)}
        </small>
      )}
      {isOpen && <DiscussionDialog subject={subject} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

interface DiscussionDialogProps extends CommentButtonProps {
  onClose: () => void
}

function DiscussionDialog({ subject, name, onClose }: DiscussionDialogProps) {
  return (
    <Dialog title={t('commentsOn', { name })} onClose={onClose} wide>
      <DialogBody>
        <Suspense fallback={<LoadingRows rows={3} columns={2} />}>
          <Discussion subject={subject} isToSay />
        </Suspense>
      </DialogBody>
    </Dialog>
  )
}
