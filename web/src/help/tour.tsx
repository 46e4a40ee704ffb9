/** Seven steps through the demonstration, told on a card that stays while one looks around. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { mayDo, useMe } from '../api/account'
import { DEMO_TOP, loadDemo } from '../api/demo'
import { listItems } from '../api/items'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { Button, IconButton } from '../kit/button'
import styles from './help.module.css'
import { t } from './texts'
import { tourStep } from './tour-step'

const ADDRESSES: readonly string[] = [
  '/parts',
  `/items/${DEMO_TOP}/structure`,
  '/items/SOA-5060/used',
  '/items/SOA-1000/graph',
  `/items/${DEMO_TOP}/history`,
  '/changes',
  '/import',
]

type StepText = 'title' | 'text'

/** A telephone has no keys to press. */
const OF_PHONES = { 0: 'tour_1_phone', 1: 'tour_2_phone' } as const

function stepText(step: number, part: StepText): string {
  const isPhone = window.matchMedia('(max-width: 720px)').matches
  if (isPhone && part === 'text' && step in OF_PHONES) return t(OF_PHONES[step as 0 | 1])
  return t(`tour_${(step + 1) as 1}_${part}`)
}

const hasDemo = {
  queryKey: [...keys.items, 'demo'],
  queryFn: async () => (await listItems({ itemNumber: DEMO_TOP, limit: 1 })).total > 0,
}

export function Tour({ step }: { step: number }) {
  const demo = useQuery(hasDemo)
  if (!demo.isSuccess) return null
  return demo.data ? <Step step={step} /> : <NoDemo />
}

function Step({ step }: { step: number }) {
  const go = useNavigate()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    void go({ to: ADDRESSES[step] ?? '/', search: {} })
    card.current?.focus()
  }, [step, go])
  const isLast = step === ADDRESSES.length - 1
  return (
    <section ref={card} tabIndex={-1} className={styles.tour} aria-label={t('tour')}>
      <header>
        <small>{t('step', { at: step + 1, count: ADDRESSES.length })}</small>
        <IconButton icon={X} label={t('end')} onClick={() => tourStep.set(null)} />
      </header>
      <h2>{stepText(step, 'title')}</h2>
      <p>{stepText(step, 'text')}</p>
      <footer>
        {step > 0 && <Button onClick={() => tourStep.set(step - 1)}>{t('back')}</Button>}
        <Button kind="primary" onClick={() => tourStep.set(isLast ? null : step + 1)}>
          {t(isLast ? 'finish' : 'next')}
        </Button>
      </footer>
    </section>
  )
}

function NoDemo() {
  const reason = mayDo(useMe(), 'imports.create') ? null : t('mayNotLoad')
  const load = useWrite({
    send: loadDemo,
    changes: [keys.items, keys.designs, keys.changeOrders, keys.search],
  })
  return (
    <section className={styles.tour} aria-label={t('tour')}>
      <header>
        <small>{t('tour')}</small>
        <IconButton icon={X} label={t('end')} onClick={() => tourStep.set(null)} />
      </header>
      <p>{t('noDemo')}</p>
      <footer>
        <Button
          kind="primary"
          reason={reason}
          aria-busy={load.isPending}
          onClick={() => !load.isPending && load.mutate()}
        >
          {t(load.isPending ? 'demoComes' : 'loadDemo')}
        </Button>
      </footer>
    </section>
  )
}
