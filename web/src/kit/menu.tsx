/** Menus and panels that float: the browser's own popover, placed beside what opened it. */

import type { LucideIcon } from 'lucide-react'
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { classes } from './classes'
import styles from './menu.module.css'

interface OpenerProps {
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
  'aria-controls'?: string
  onClick?: () => void
}

interface FloatingProps {
  /** The button that opens it. */
  opener: ReactElement<OpenerProps>
  label: string
  align?: 'start' | 'end'
  startsOpen?: boolean
  onClosed?: () => void
  children: ReactNode | ((close: () => void) => ReactNode)
}

function place(box: HTMLElement, anchor: Element, align: 'start' | 'end') {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = box
  const left = align === 'end' ? at.right - width : at.left
  const below = at.bottom + 4 + height <= window.innerHeight || at.top < height
  box.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`
  box.style.top = `${below ? at.bottom + 4 : at.top - height - 4}px`
}

function useFloating(align: 'start' | 'end', startsOpen: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const anchor = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(startsOpen)
  useEffect(() => {
    const popover = box.current
    const button = anchor.current?.firstElementChild
    if (!isOpen || !popover || !button) return
    popover.showPopover()
    const first = () =>
      popover.querySelector<HTMLElement>('[role^=menuitem],input,select,button')?.focus()
    // What opens in it may come later and be larger, and the entry with the focus may go away.
    const grown = new ResizeObserver(() => {
      place(popover, button, align)
      if (document.activeElement === document.body) first()
    })
    grown.observe(popover)
    // An entry in the place of another is no larger.
    const replaced = new MutationObserver(() => document.activeElement === document.body && first())
    replaced.observe(popover, { childList: true, subtree: true })
    first()
    return () => {
      grown.disconnect()
      replaced.disconnect()
    }
  }, [isOpen, align])
  const close = () => {
    box.current?.hidePopover()
    anchor.current?.querySelector('button')?.focus()
  }
  return { box, anchor, isOpen, setOpen, close }
}

function Floating(
  props: FloatingProps & {
    role: 'menu' | 'dialog'
    onKeyDown?: (e: KeyboardEvent<HTMLDivElement>) => void
  },
) {
  const { opener, label, align = 'start', role, children, onKeyDown } = props
  const { startsOpen = false, onClosed } = props
  const id = useId()
  const { box, anchor, isOpen, setOpen, close } = useFloating(align, startsOpen)
  return (
    <>
      <span ref={anchor} style={{ display: 'contents' }}>
        {cloneElement(opener, {
          'aria-haspopup': role,
          'aria-expanded': isOpen,
          'aria-controls': isOpen ? id : undefined,
          onClick: () => (isOpen ? close() : setOpen(true)),
        })}
      </span>
      {isOpen && (
        <div
          ref={box}
          id={id}
          popover="auto"
          role={role}
          aria-label={label}
          className={classes(styles.menu, role === 'dialog' && styles.panel)}
          onKeyDown={onKeyDown}
          onToggle={(event) => {
            if (event.newState !== 'closed') return
            setOpen(false)
            onClosed?.()
          }}
        >
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </>
  )
}

/** Arrow keys go round, a letter goes to the next entry that begins with it. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = nextIndex(event.key, at, items)
  if (next === null) return
  event.preventDefault()
  items[next]?.focus()
}

function nextIndex(key: string, at: number, items: HTMLElement[]): number | null {
  if (key === 'ArrowDown') return (at + 1) % items.length
  if (key === 'ArrowUp') return (at - 1 + items.length) % items.length
  if (key === 'Home') return 0
  if (key === 'End') return items.length - 1
  if (key.length !== 1 || key === ' ') return null
  const rest = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  const found = rest.find((item) => item.textContent?.toLowerCase().startsWith(key.toLowerCase()))
  return found ? items.indexOf(found) : null
}

export function Menu(props: FloatingProps) {
  return <Floating {...props} role="menu" onKeyDown={moveFocus} />
}

/** A floating panel with controls in it. */
export function Panel(props: FloatingProps) {
  return <Floating {...props} role="dialog" />
}

interface MenuItemProps {
  icon?: LucideIcon
  children: ReactNode
  note?: string
  reason?: string | null
  isChecked?: boolean
  onSelect: () => void
}

export function MenuItem({
  icon: Icon,
  children,
  note,
  reason,
  isChecked,
  onSelect,
}: MenuItemProps) {
  const isChoice = isChecked !== undefined
  return (
    <button
      type="button"
      {...(isChoice ? { role: 'menuitemradio', 'aria-checked': isChecked } : { role: 'menuitem' })}
      aria-disabled={reason ? true : undefined}
      tabIndex={-1}
      className={styles.item}
      title={reason ?? undefined}
      onClick={(event) => {
        if (reason) return
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        onSelect()
      }}
    >
      {Icon && <Icon size={15} />}
      {isChoice && <span aria-hidden>{isChecked ? '●' : '○'}</span>}
      <span className="grow">
        {children}
        {(reason || note) && <small>{reason ?? note}</small>}
      </span>
    </button>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <div className={styles.label} role="presentation">
      {children}
    </div>
  )
}

export function MenuLine() {
  return <hr className={styles.line} style={{ border: 0 }} />
}
