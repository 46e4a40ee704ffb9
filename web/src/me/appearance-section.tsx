/** Theme, density and language; kept in this browser. */

import { LANGUAGES, type Language } from '../kit/i18n'
import { Section } from '../kit/page'
import { DENSITIES, density, language, THEMES, theme } from '../kit/settings'
import { type Store, useStore } from '../kit/store'
import styles from './me.module.css'
import { t } from './texts'

export function AppearanceSection() {
  const themes = { system: t('system'), light: t('light'), dark: t('dark') }
  const densities = { compact: t('compact'), normal: t('normal'), roomy: t('roomy') }
  const languages: Record<Language, string> = { en: 'English', de: 'Deutsch' }
  return (
    <Section title={t('appearance')}>
      <div className={styles.choices}>
        <Choices label={t('theme')} store={theme} values={THEMES} words={themes} />
        <Choices label={t('rows')} store={density} values={DENSITIES} words={densities} />
        <Choices label={t('language')} store={language} values={LANGUAGES} words={languages} />
      </div>
    </Section>
  )
}

interface ChoicesProps<T extends string> {
  label: string
  store: Store<T>
  values: readonly T[]
  words: Readonly<Record<T, string>>
}

function Choices<T extends string>({ label, store, values, words }: ChoicesProps<T>) {
  const chosen = useStore(store)
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <div className={styles.segments}>
        {values.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name={label}
              checked={value === chosen}
              onChange={() => store.set(value)}
            />
            <span>{words[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
