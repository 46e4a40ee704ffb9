/** A field to type in with what it offers above or below, for bars and dialogs of structures. */

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './choice-field.module.css'

export interface FieldChoice {
  id: string
  code?: string
  label: ReactNode
  note?: ReactNode
}

interface ChoiceFieldProps {
  label: string
  placeholder: string
  choices: readonly FieldChoice[]
  text: string
  onText: (text: string) => void
  onChoose: (id: string) => void
  disabled?: boolean
  /** Whether more is still looked up: what is chosen by Enter waits for it. */
  isWaiting?: boolean
  /** What is said where nothing is offered. */
  empty?: string
}

const NO_CHOICE = -1

export function ChoiceField(props: ChoiceFieldProps) {
  const { label, placeholder, choices, text, onText, onChoose, empty, isWaiting } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const [isWanted, want] = useState(false)
  const active = choices.length === 0 ? NO_CHOICE : Math.min(at, choices.length - 1)
  const isShown = isOpen && (choices.length > 0 || (empty !== undefined && text.trim() !== ''))
  const list = useFloatingList(isShown, choices.length)
  const choose = (choice: FieldChoice | undefined) => {
    if (!choice) return
    onChoose(choice.id)
    setOpen(false)
    setAt(0)
  }
  // Who types faster than the server answers gets what it answers.
  useEffect(() => {
    if (!isWanted || isWaiting) return
    want(false)
    choose(choices[active])
  })
  const onKeyDown = (event: KeyboardEvent) => {
    // What saves, undoes and finds goes through; plain keys are text.
    if (event.ctrlKey || event.metaKey) return
    event.stopPropagation()
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (isWaiting) want(true)
      else if (isShown) choose(choices[active])
    } else if (step !== 0) {
      event.preventDefault()
      setOpen(true)
      if (isShown) setAt((active + step + choices.length) % Math.max(1, choices.length))
    }
  }
  return (
    <span className={styles.field}>
      <input
        ref={list.anchor}
        role="combobox"
        aria-label={label}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        disabled={props.disabled}
        value={text}
        onChange={(event) => {
          setAt(0)
          want(false)
          setOpen(true)
          onText(event.target.value)
        }}
        onFocus={() => setOpen(text !== '')}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        <div
          ref={list.box}
          id={`${id}-list`}
          role={choices.length > 0 ? 'listbox' : 'status'}
          aria-label={label}
          popover="manual"
          className={styles.list}
        >
          {choices.map((choice, index) => (
            <div
              key={choice.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Before the field loses its focus.
              onMouseDown={(event) => {
                event.preventDefault()
                choose(choice)
              }}
            >
              {choice.code && <span className="mono">{choice.code}</span>}
              <span className="truncate">{choice.label}</span>
              {choice.note && <small className="muted">{choice.note}</small>}
            </div>
          ))}
          {choices.length === 0 && <p className="muted">{empty}</p>}
        </div>
      )}
    </span>
  )
}

/** The list floats over everything, below its field or above it, where there is room. */
function useFloatingList(isShown: boolean, many: number) {
  const anchor = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of choices is another height
  useEffect(() => {
    const [field, list] = [anchor.current, box.current]
    if (!isShown || !field || !list) return
    if (!list.matches(':popover-open')) list.showPopover()
    const at = field.getBoundingClientRect()
    const isBelow = at.bottom + list.offsetHeight + 12 < window.innerHeight
    list.style.left = `${at.left}px`
    list.style.minWidth = `${at.width}px`
    list.style.top = `${isBelow ? at.bottom + 4 : at.top - list.offsetHeight - 4}px`
  }, [isShown, many])
  return { anchor, box }
}
