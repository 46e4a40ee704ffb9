/** Theme, density and language, kept in this browser; when e-mail comes, and in which language. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { preferencesQuery, useChangePreferences } from '../api/preferences'
import { methodsQuery } from '../api/sign-in'
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
  const { mutate: keep } = useChangePreferences()
  return (
    <Section title={t('appearance')}>
      <div className={styles.choices}>
        <Choices label={t('theme')} store={theme} values={THEMES} words={themes} />
        <Choices label={t('rows')} store={density} values={DENSITIES} words={densities} />
        <Segments
          label={t('language')}
          values={LANGUAGES}
          words={languages}
          chosen={useStore(language)}
          onChoose={(chosen) => {
            language.set(chosen)
            // E-mail comes in it, too.
            keep((now) => ({ ...now, language: chosen }))
          }}
        />
      </div>
    </Section>
  )
}

const MAILS = ['immediate', 'daily', 'off'] as const

/** Of what waits in the inbox. */
export function MailSection() {
  const preferences = useQuery(preferencesQuery).data?.record
  const change = useChangePreferences()
  const sendsMail = useQuery(methodsQuery).data?.sendsMail
  // The mark moves with the click, not with what the server answers.
  const [picked, setPicked] = useState<(typeof MAILS)[number]>()
  const words = { immediate: t('mailImmediate'), daily: t('mailDaily'), off: t('mailOff') }
  return (
    <Section title={t('mail')}>
      <Segments
        label={t('mailWhen')}
        values={MAILS}
        words={words}
        chosen={picked ?? MAILS.find((one) => one === preferences?.mail) ?? 'daily'}
        onChoose={(mail) => {
          setPicked(mail)
          change.mutate((now) => ({ ...now, mail }), { onSettled: () => setPicked(undefined) })
        }}
      />
      {sendsMail === false && <p className="muted">{t('mailNone')}</p>}
    </Section>
  )
}

interface ChoicesProps<T extends string> {
  label: string
  store: Store<T>
  values: readonly T[]
  words: Readonly<Record<T, string>>
}

function Choices<T extends string>({ store, ...rest }: ChoicesProps<T>) {
  return <Segments {...rest} chosen={useStore(store)} onChoose={(value) => store.set(value)} />
}

interface SegmentsProps<T extends string> extends Omit<ChoicesProps<T>, 'store'> {
  chosen: T
  onChoose: (value: T) => void
}

function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, values, words, chosen, onChoose } = props
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
              onChange={() => onChoose(value)}
            />
            <span>{words[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
