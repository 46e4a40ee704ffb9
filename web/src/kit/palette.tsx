/** A field to type in and what it offers, chosen by the arrow keys. */

import type { LucideIcon } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import styles from './palette.module.css'
import { ToastRegion } from './toast'

export interface PaletteEntry {
  id: string
  icon: LucideIcon
  code?: string
  label: string
  aside?: ReactNode
  run: () => void
}

export interface PaletteGroup {
  title: string
  entries: readonly PaletteEntry[]
}

interface PaletteProps {
  title: string
  placeholder: string
  groups: readonly PaletteGroup[]
  /** What stands where there is nothing to offer. */
  empty: string | null
  hint: string
  text: string
  /** Whether the groups are what the text finds; Enter waits for that. */
  isSettled: boolean
  /** Whether Enter was pressed before the palette came. */
  wasEntered: boolean
  onText: (text: string) => void
  onClose: () => void
}

export function Palette(props: PaletteProps) {
  const { title, placeholder, groups, empty, hint, text, isSettled, onText, onClose } = props
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [at, setAt] = useState(0)
  const entries = groups.flatMap((group) => group.entries)
  const chosen = Math.min(at, entries.length - 1)
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, id])
  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const [isEntered, setEntered] = useState(props.wasEntered)
  useEffect(() => {
    if (isEntered && isSettled) run(entries[0])
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 && event.key !== 'Enter') return
    event.preventDefault()
    setEntered(false)
    if (step) setAt((chosen + step + entries.length) % Math.max(1, entries.length))
    // Who is faster than the search means what it will find first, not what it found before.
    else if (isSettled || chosen > 0) run(entries[chosen])
    else setEntered(true)
  }
  return (
    <dialog
      ref={box}
      className={styles.palette}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === box.current && onClose()}
    >
      <input
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length > 0 ? `${id}-${chosen}` : undefined}
        aria-label={placeholder}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setAt(0)
          setEntered(false)
          onText(event.target.value)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        className={styles.list}
        role={entries.length > 0 ? 'listbox' : 'status'}
        aria-label={title}
      >
        {groups.map((group) => (
          <Group key={group.title} group={group} id={id} all={entries} chosen={chosen} run={run} />
        ))}
        {entries.length === 0 && empty && <div className={styles.empty}>{empty}</div>}
      </div>
      <div className={styles.hint} aria-hidden>
        {hint}
      </div>
      <ToastRegion />
    </dialog>
  )
}

interface GroupProps {
  group: PaletteGroup
  id: string
  all: readonly PaletteEntry[]
  chosen: number
  run: (entry: PaletteEntry) => void
}

function Group({ group, id, all, chosen, run }: GroupProps) {
  if (group.entries.length === 0) return null
  return (
    <div role="group" aria-label={group.title}>
      <h3 role="presentation">{group.title}</h3>
      {group.entries.map((entry) => {
        const index = all.indexOf(entry)
        const { icon: Icon } = entry
        return (
          <div
            key={entry.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.option}
            onClick={() => run(entry)}
          >
            <Icon size={15} />
            <span className={styles.text}>
              {entry.code && <span className="mono">{entry.code}</span>}
              <span className="truncate">{entry.label}</span>
            </span>
            {entry.aside}
          </div>
        )
      })}
    </div>
  )
}
