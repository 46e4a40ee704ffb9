/** A text to write in which `@` offers the people who can be mentioned. */

import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { type Mentionable, mentionableQuery } from '../api/comments'
import { TextAreaField } from '../kit/field'
import styles from './discussion.module.css'
import { beginOfMention, mentioned, stillMeant } from './mentions'
import { t } from './texts'

interface MentionFieldProps {
  label: string
  text: string
  onText: (text: string) => void
  /** Somebody was chosen from the list. */
  onMention: (person: Mentionable) => void
  /** It was asked for to be written in. */
  autoFocus?: boolean
}

export function MentionField({ label, text, onText, onMention, autoFocus }: MentionFieldProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [at, setAt] = useState(0)
  const begun = caret === null ? null : beginOfMention(text, caret)
  const wanted = useDeferredValue(begun)
  const found = useQuery({ ...mentionableQuery(wanted ?? ''), enabled: wanted !== null })
  // Until the answer is there, nobody is chosen who was offered for less.
  const isOld = found.isPlaceholderData || wanted !== begun
  const people = found.data ?? []
  const offered = begun === null ? [] : isOld ? stillMeant(people, begun) : people
  const active = offered[Math.min(at, offered.length - 1)]
  useFloating(box, offered.length)
  const area = () => box.current?.querySelector('textarea')
  const choose = (person: Mentionable) => {
    const next = mentioned(text, caret ?? text.length, person.name)
    onMention(person)
    onText(next.text)
    setCaret(null)
    // After the new text stands in the field.
    requestAnimationFrame(() => area()?.setSelectionRange(next.caret, next.caret))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!active || event.ctrlKey || event.metaKey) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((offered.indexOf(active) + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(active)
    else if (event.key === 'Escape') setCaret(null)
    else return
    event.preventDefault()
    // A dialog around it stays open.
    event.stopPropagation()
  }
  return (
    <div ref={box}>
      <TextAreaField
        label={label}
        hint={t('mentionHint')}
        value={text}
        maxLength={4000}
        autoFocus={autoFocus}
        aria-autocomplete="list"
        aria-controls={active && `${id}-list`}
        aria-activedescendant={active && `${id}-${active.id}`}
        onChange={(event) => {
          onText(event.target.value)
          setCaret(event.target.selectionStart)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(null)}
      />
      {active && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('people')}
          popover="manual"
          className={styles.people}
        >
          {offered.map((person) => (
            <div
              key={person.id}
              id={`${id}-${person.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={person === active}
              // Before the field loses its focus.
              onMouseDown={(event) => {
                event.preventDefault()
                choose(person)
              }}
            >
              <b>{person.name}</b>
              <small className="muted truncate">{person.email}</small>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** The list floats over everything, below the text or above it, where there is room. */
function useFloating(box: { current: HTMLElement | null }, many: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of people is another height
  useEffect(() => {
    const [area, list] = [
      box.current?.querySelector('textarea'),
      box.current?.querySelector<HTMLElement>('[popover]'),
    ]
    if (!area || !list) return
    if (!list.matches(':popover-open')) list.showPopover()
    const at = area.getBoundingClientRect()
    const isBelow = at.bottom + list.offsetHeight + 12 < window.innerHeight
    list.style.left = `${at.left}px`
    list.style.top = `${isBelow ? at.bottom + 4 : at.top - list.offsetHeight - 4}px`
  }, [box, many])
}
