/** What the server declares of its fields; written by the build from its description. */

import shapes from './declared.json'

export type Shape = keyof typeof shapes
export type FieldOf<S extends Shape> = Extract<keyof (typeof shapes)[S], string>

export interface Declared {
  kind: 'text' | 'long' | 'number' | 'date' | 'choice' | 'person'
  choices?: readonly string[]
  maxLength?: number
  isRequired?: boolean
}

export function declared<S extends Shape>(shape: S, name: FieldOf<S>): Declared {
  return (shapes[shape] as Record<string, unknown>)[name] as Declared
}

/** From the least to the most, where the choices of a field are degrees. */
const DEGREES = ['low', 'medium', 'high', 'critical']

/** The choices as people expect them: degrees by degree, `Other` last, else by name. */
export function choicesOf({ choices = [] }: Declared): readonly string[] {
  const degree = (value: string) => DEGREES.indexOf(value.toLowerCase())
  if (choices.every((value) => degree(value) >= 0))
    return [...choices].sort((a, b) => degree(a) - degree(b))
  return [...choices].sort((a, b) => Number(a === 'Other') - Number(b === 'Other'))
}
