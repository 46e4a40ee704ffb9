/** What the server finds of a definition, said of states and steps as people call them; pure. */

import { sentenceOf } from '../kit/i18n'
import type { Draft } from './draft'
import { t } from './texts'

interface Finding {
  path: string
  message: string
}

const FIELDS = {
  outcome: 'outcome',
  category: 'category',
  isInitial: 'isInitial',
  isFinal: 'isFinal',
  fromStateId: 'from',
  toStateId: 'to',
  guards: 'guards',
  lifecycleEffects: 'effects',
} as const

/** The sentence with whose field it is about; a finding without a field names its culprit itself. */
export function findingText(draft: Draft, { path, message }: Finding): string {
  const said = withNumbers(sentenceOf(message))
  const [, list, place, field] = /^(states|transitions)\[(\d+)\]\.(\w+)/.exec(path) ?? []
  if (!list || !field) return said
  const number = Number(place) + 1
  const name = draft[list as 'states' | 'transitions'][number - 1]?.name.trim()
  const label = FIELDS[field as keyof typeof FIELDS]
  return t(list === 'states' ? 'stateAt' : 'stepAt', {
    name: name || number,
    message: label ? `${t(label)}: ${said}` : said,
  })
}

/** `states[3]` as people count. */
function withNumbers(text: string): string {
  return text.replace(/\b(states|transitions)\[(\d+)\](?:\.\w+)*/g, (_, list, place) =>
    t(list === 'states' ? 'stateNumber' : 'stepNumber', { number: Number(place) + 1 }),
  )
}
