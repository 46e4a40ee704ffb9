/** A modal dialog: the browser's own, with its focus, its backdrop and its Escape. */

import { X } from 'lucide-react'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { Button, IconButton } from './button'
import { classes } from './classes'
import styles from './dialog.module.css'
import { typeEarlyKeys } from './early-keys'
import { caps } from './shortcuts'
import { t } from './texts'
import { ToastRegion } from './toast'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  foot?: ReactNode
  wide?: boolean
  veiled?: boolean
}

export function Dialog({ title, onClose, children, foot, wide, veiled }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before its messages take their place, which is above it.
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    const first =
      'form input, form select, form textarea, form [type=submit], input[type=radio]:checked'
    dialog?.querySelector<HTMLElement>(first)?.focus()
    typeEarlyKeys()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={box}
      className={classes(styles.dialog, wide && styles.wide, veiled && styles.veiled)}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Beside a form it stays, so that a slip of the mouse loses nothing that is typed.
      onClick={({ target }) =>
        target === box.current && !box.current.querySelector('form') && onClose()
      }
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <IconButton icon={X} label={t('close')} onClick={onClose} />
      </div>
      {children}
      {foot}
      <ToastRegion />
    </dialog>
  )
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>
}

export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}

interface FormDialogProps {
  title: string
  action: string
  onClose: () => void
  onSubmit: (form: FormData) => void
  /** What closes it without doing anything; "Cancel" where nothing is said. */
  back?: string
  isBusy?: boolean
  /** Whether it takes something away. */
  isDanger?: boolean
  /** Why the action cannot be taken yet. */
  reason?: string | null
  wide?: boolean
  children: ReactNode
}

/** Enter begins a line in a long text: with Ctrl it sends, as the button then says. */
function sendByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** A dialog that asks for something and does one thing with it. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, onClose, onSubmit, isBusy, isDanger, reason, wide, children, back } = props
  const own = useRef<HTMLFormElement>(null)
  // Who is refused stands at the first field that is told wrong.
  useEffect(() => {
    if (!isBusy) own.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [isBusy])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy && !reason) onSubmit(new FormData(event.currentTarget))
  }
  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      <form ref={own} onSubmit={submit} onKeyDown={sendByKey} style={{ display: 'contents' }}>
        <DialogBody>{children}</DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>{back ?? t('cancel')}</Button>
          <Button
            kind={isDanger ? 'danger' : 'primary'}
            type="submit"
            reason={reason}
            aria-busy={isBusy}
            shortcut={`${caps('mod')} ↵`}
            className={styles.send}
          >
            {action}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
