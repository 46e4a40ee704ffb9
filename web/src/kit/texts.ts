import { texts } from './i18n'
import english from './texts.en.json'

export const t = texts('kit', english)
