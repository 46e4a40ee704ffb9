/** Short messages at the edge, read out by screen readers; failures stay until closed. */

import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef } from 'react'
import { Button, IconButton } from './button'
import { classes } from './classes'
import { passFocus } from './pass-focus'
import { createStore, useStore } from './store'
import { t } from './texts'
import styles from './toast.module.css'

export interface Toast {
  id: number
  kind: 'good' | 'bad'
  text: string
  note?: string
  action?: { label: string; run: () => void }
  /** When it was first shown, in milliseconds. */
  at: number
}

const SHOWN_MS = 5000
const MOST = 4
/** What stood this long has been read out, wherever it is shown from then on. */
const HEARD_MS = 1000
const NONE: readonly Toast[] = []
const OTHERS = ':popover-open:not([data-messages])'
const toPage = passFocus()

const toasts = createStore<readonly Toast[]>([])
/** The places for messages: that of the page, and above it those of the dialogs that are open. */
const places = createStore<readonly string[]>([])
let last = 0

/** Answers what takes the message back, for one that no longer holds. */
export function notify(toast: Omit<Toast, 'id' | 'at'>): () => void {
  last += 1
  const id = last
  const same = (other: Toast) => other.kind === toast.kind && other.text === toast.text
  toasts.set(
    [...toasts.get().filter((other) => !same(other)), { ...toast, id, at: Date.now() }].slice(
      -MOST,
    ),
  )
  if (toast.kind === 'good') setTimeout(() => dismiss(id), SHOWN_MS)
  return () => dismiss(id)
}

function dismiss(id: number) {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

/** To be had by the page and by each modal dialog, since nothing outside of that can be pressed or heard. */
export function ToastRegion() {
  const id = useId()
  const isOnTop = useStore(places).at(-1) === id
  const all = useStore(toasts)
  const shown = isOnTop ? all : NONE
  const heard = useMemo(() => (isOnTop ? Date.now() - HEARD_MS : 0), [isOnTop])
  const region = useRef<HTMLElement>(null)
  // It is there before the first message: only what is added to a place is read out.
  useEffect(() => {
    places.set([...places.get(), id])
    region.current?.showPopover()
    return () => places.set(places.get().filter((place) => place !== id))
  }, [id])
  // Above the lists and menus that were opened since.
  useEffect(() => {
    if (shown.length === 0 || !document.querySelector(OTHERS)) return
    region.current?.hidePopover()
    region.current?.showPopover()
  }, [shown])
  return (
    <section
      ref={region}
      popover="manual"
      className={styles.region}
      aria-label={isOnTop ? t('notifications') : undefined}
      data-messages
    >
      <Cards toasts={shown.filter(({ at }) => at < heard)} />
      <div aria-live="polite">
        <Cards toasts={shown.filter(({ at }) => at >= heard)} />
      </div>
    </section>
  )
}

function Cards({ toasts }: { toasts: readonly Toast[] }) {
  return toasts.map((toast) => <ToastCard key={toast.id} toast={toast} />)
}

function ToastCard({ toast }: { toast: Toast }) {
  const Icon = toast.kind === 'good' ? CircleCheck : CircleAlert
  const close = () => dismiss(toast.id)
  return (
    <div ref={toPage} className={classes(styles.toast, styles[toast.kind])}>
      <Icon size={16} />
      <div className={styles.text}>
        {toast.text}
        {toast.note && <small>{toast.note}</small>}
      </div>
      {toast.action && (
        <Button
          kind="quiet"
          onClick={() => {
            toast.action?.run()
            close()
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton icon={X} label={t('close')} onClick={close} />
    </div>
  )
}
