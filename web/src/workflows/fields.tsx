/** Fields that can be read by everybody, with the keys too, and changed by those who may. */

import { type ComponentProps, createContext, use } from 'react'
import * as kit from '../kit/field'

/** Why nothing within can be changed. */
export const ReadOnly = createContext<string | null>(null)

export function TextField(props: ComponentProps<typeof kit.TextField>) {
  return <kit.TextField {...props} readOnly={use(ReadOnly) !== null} />
}

export function TextAreaField(props: ComponentProps<typeof kit.TextAreaField>) {
  return <kit.TextAreaField {...props} readOnly={use(ReadOnly) !== null} />
}

/** There are no lists of choices that can be read only: the one chosen stands as text. */
export function SelectField(props: ComponentProps<typeof kit.SelectField>) {
  const { label, hint, choices } = props
  if (use(ReadOnly) === null) return <kit.SelectField {...props} />
  const value = choices.find((choice) => choice.value === props.value)?.label ?? ''
  return <kit.TextField {...{ label, hint, value }} readOnly />
}

export function CheckField(props: ComponentProps<typeof kit.CheckField>) {
  return <kit.CheckField {...props} reason={use(ReadOnly)} />
}
