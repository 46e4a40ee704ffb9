/** Buttons; one that is off says why instead of disappearing. */

import type { LucideIcon } from 'lucide-react'
import { type ButtonHTMLAttributes, type Ref, useId } from 'react'
import styles from './button.module.css'
import { classes } from './classes'

export interface ButtonLook {
  icon?: LucideIcon
  kind?: 'plain' | 'primary' | 'danger' | 'quiet'
  large?: boolean
  wide?: boolean
  /** The key that does the same, shown beside the word. */
  shortcut?: string
}

interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Why the button is off; null or undefined when it is on. */
  reason?: string | null
  ref?: Ref<HTMLButtonElement>
}

export function buttonClass({ kind = 'plain', large, wide }: ButtonLook, more?: string): string {
  return classes(
    styles.button,
    kind !== 'plain' && styles[kind],
    large && styles.large,
    wide && styles.wide,
    more,
  )
}

export function Button(props: ButtonProps) {
  const { icon: Icon, kind, large, wide, shortcut, reason, children, onClick, ...rest } = props
  const told = useId()
  return (
    <>
      <button
        type="button"
        {...rest}
        className={buttonClass({ kind, large, wide }, rest.className)}
        aria-disabled={reason ? true : undefined}
        aria-describedby={reason ? told : rest['aria-describedby']}
        title={reason ?? rest.title}
        onClick={(event) => (reason ? event.preventDefault() : onClick?.(event))}
      >
        {Icon && <Icon size={14} />}
        {children}
        {shortcut && (
          <kbd className={styles.key} aria-hidden>
            {shortcut}
          </kbd>
        )}
      </button>
      {reason && (
        <span id={told} hidden>
          {reason}
        </span>
      )}
    </>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'large' | 'wide'> {
  icon: LucideIcon
  label: string
}

export function IconButton({
  icon: Icon,
  label,
  shortcut,
  kind = 'quiet',
  ...rest
}: IconButtonProps) {
  const { reason, onClick, className, ...other } = rest
  return (
    <button
      type="button"
      {...other}
      className={buttonClass({ kind }, classes(styles.icon, className))}
      aria-label={label}
      aria-disabled={reason ? true : undefined}
      title={reason ?? (shortcut ? `${label} (${shortcut})` : label)}
      onClick={(event) => (reason ? event.preventDefault() : onClick?.(event))}
    >
      <Icon size={15} />
    </button>
  )
}
