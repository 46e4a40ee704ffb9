import { texts } from '../kit/i18n'
import english from './texts.en.json'

export const t = texts('forms', english)
