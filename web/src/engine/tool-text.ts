import { sentenceOf } from '../kit/i18n'

/** `propose_requirements` in words. */
export function toolText(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/\bbom\b/, 'BOM')
  return sentenceOf(words.charAt(0).toUpperCase() + words.slice(1))
}
