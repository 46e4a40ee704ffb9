/** A field to type in that offers what fits, as ARIA 1.2 describes a combobox with a list. */

import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { classes } from './classes'
import styles from './combobox.module.css'
import { Field, type Labelled, Reason } from './field'
import { t } from './texts'

export interface Option {
  value: string
  label: string
  /** A number or code, before the label. */
  code?: string
  note?: string
}

export interface ComboboxProps extends Labelled {
  /** The name in the form; what is sent is the value chosen. */
  name?: string
  options: readonly Option[]
  /** What was typed, for which the caller finds the options. */
  onText: (text: string) => void
  isLoading?: boolean
  initial?: Option | null
  onChoose?: (option: Option | null) => void
  /** Whether other text than what is offered may stand; then the text itself is the value. */
  isFree?: boolean
  required?: boolean
  placeholder?: string
  maxLength?: number
  autoFocus?: boolean
  /** Without a label to be seen, as in a cell. */
  isBare?: boolean
  className?: string
  /** Why nothing can be chosen; what is typed already stays, and keys reach it all the same. */
  reason?: string | null
  /** After the field was left, with what then stands in it. */
  onEscape?: () => void
  onLeave?: (value: string | null) => void
}

function textOf(option: Option | null | undefined): string {
  return option ? [option.code, option.label].filter(Boolean).join('  ') : ''
}

export function Combobox(props: ComboboxProps) {
  const { label, isBare } = props
  const box = useCombobox(props)
  if (isBare) return <Control {...props} box={box} told={{ 'aria-label': label }} />
  return <Field {...props}>{(told) => <Control {...props} box={box} told={told} />}</Field>
}

interface ControlProps extends ComboboxProps {
  box: Box
  told: { className?: string; 'aria-label'?: string }
}

function Control(props: ControlProps) {
  const { box, told, options, isFree = false, name, reason } = props
  const { id, at, text, input } = box
  const isOpen = box.isOpen && !reason
  return (
    <>
      <input
        {...told}
        ref={input}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && options[at] ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        className={classes(told.className, props.className)}
        name={isFree ? name : undefined}
        value={text}
        required={props.required}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        autoFocus={props.autoFocus}
        onChange={(event) => box.type(event.target.value)}
        onClick={() => box.open()}
        onKeyDown={box.onKeyDown}
        onBlur={reason ? box.close : box.leave}
        {...(reason && OFF)}
        {...(reason && { title: reason, 'aria-describedby': `${id}-off` })}
      />
      <Reason id={`${id}-off`} reason={reason} />
      {!isFree && name && <input type="hidden" name={name} value={box.chosen?.value ?? ''} />}
      {isOpen && <Options {...props} box={box} />}
    </>
  )
}

const OFF = {
  readOnly: true,
  'aria-disabled': true,
  onClick: undefined,
  onKeyDown: undefined,
} as const

type Box = ReturnType<typeof useCombobox>

function useCombobox(props: ComboboxProps) {
  const { options, initial = null, isFree = false, onChoose, onText } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Option | null>(initial)
  const [text, setText] = useState(isFree ? (initial?.value ?? '') : textOf(initial))
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const open = () => {
    if (!isOpen) onText(text === textOf(chosen) ? '' : text)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setAt(-1)
  }
  const choose = (option: Option | null) => {
    setChosen(option)
    setText(isFree ? (option?.value ?? '') : textOf(option))
    onChoose?.(option)
    // As when it is typed: a form takes back what was said against what stood there.
    input.current?.dispatchEvent(new Event('input', { bubbles: true }))
    close()
  }
  const type = (next: string) => {
    setText(next)
    setOpen(true)
    setAt(next === '' || isFree ? -1 : 0)
    onText(next)
  }
  const leave = () => {
    if (isOpen) close()
    if (isFree) return props.onLeave?.(text)
    const isEmptied = text.trim() === ''
    if (isEmptied && chosen) choose(null)
    else setText(textOf(chosen))
    props.onLeave?.(isEmptied ? null : (chosen?.value ?? null))
  }
  const step = (by: number) => {
    if (!isOpen) return open()
    const count = options.length
    if (count > 0) setAt((at + by + (at < 0 && by < 0 ? 1 : 0) + count) % count)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const by = steps[event.key]
    const option = isOpen ? options[at] : undefined
    if (by !== undefined) step(by)
    else if (event.key === 'Enter' && option) choose(option)
    else if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'Escape' && props.onEscape) props.onEscape()
    else if (event.key === 'Enter' && props.onLeave) input.current?.blur()
    else {
      if (event.key === 'Tab' && option) choose(option)
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return { id, input, chosen, text, isOpen, at, open, close, choose, type, leave, onKeyDown }
}

function Options({ label, options, isLoading, box }: ComboboxProps & { box: Box }) {
  const list = useRef<HTMLDivElement>(null)
  const { id, at, input } = box
  const count = options.length
  useLayoutEffect(() => {
    list.current?.showPopover()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another length, another place
  useLayoutEffect(() => {
    if (list.current && input.current) placeBelow(list.current, input.current)
  }, [count])
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  return (
    <div ref={list} popover="manual" className={styles.popup}>
      <div id={`${id}-list`} role="listbox" aria-label={label}>
        {options.map((option, index) => (
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={styles.option}
            // The field keeps the focus, else it would put its text back first.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => box.choose(option)}
          >
            {option.code && <span className="mono">{option.code}</span>}
            <span className="truncate grow">{option.label}</span>
            {option.note && <small className="truncate">{option.note}</small>}
          </div>
        ))}
      </div>
      {count === 0 && (
        <div role="status" className={styles.none}>
          {isLoading ? t('loading') : t('noneFits')}
        </div>
      )}
    </div>
  )
}

/** Under the field and as wide as it, above where there is more room. */
function placeBelow(list: HTMLElement, input: HTMLElement) {
  const at = input.getBoundingClientRect()
  const under = window.innerHeight - at.bottom - 12
  const isBelow = under >= Math.min(list.scrollHeight, 240) || under >= at.top
  list.style.width = `${at.width}px`
  list.style.left = `${at.left}px`
  list.style.maxHeight = `${Math.min(280, isBelow ? under : at.top - 12)}px`
  list.style.top = isBelow ? `${at.bottom + 4}px` : 'auto'
  list.style.bottom = isBelow ? 'auto' : `${window.innerHeight - at.top + 4}px`
}
