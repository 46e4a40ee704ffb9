/** Figures as people type them and find them in a field; pure but for the reader's region. */

import { locale } from './i18n'

function markOf(part: 'group' | 'decimal'): string {
  const parts = new Intl.NumberFormat(locale()).formatToParts(1_234_567.5)
  return parts.find(({ type }) => type === part)?.value ?? ''
}

const GROUPED = /^-?[1-9]\d{0,2}([.,])\d{3}(\1\d{3})*$/

/** As the wire has it, digit by digit; null is what is no figure.
 *
 * `1.234,5` and `1,234.5` are read alike; thousands alone are marked as the reader's language marks
 * them: `1.500` is 1500 where that is German, and 1.5 where it is English.
 */
export function readFigure(text: string): string | null {
  const plain = text.replaceAll(/[\s'’]/g, '')
  const marks = plain.replaceAll(/[^.,]/g, '')
  const isWhole = GROUPED.test(plain) && (marks.length > 1 || marks === markOf('group'))
  const at = isWhole ? -1 : Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const whole = at < 0 ? plain : plain.slice(0, at)
  const isMarkedTwice = at >= 0 && whole.includes(plain[at] as string)
  if (isMarkedTwice || (/[.,]/.test(whole) && !GROUPED.test(whole))) return null
  const digits = whole.replaceAll(/[.,]/g, '')
  const figure = at < 0 ? digits : `${digits || '0'}.${plain.slice(at + 1)}`
  return /^-?\d+(\.\d+)?$/.test(figure) ? figure : null
}

/** A figure of the wire for a field: the reader's decimal mark, and nothing else between the digits. */
export function typedFigure(figure: string): string {
  return /^-?\d+\.\d+$/.test(figure) ? figure.replace('.', markOf('decimal')) : figure
}
