/** The guides: all of them at the left, the one that is read beside; and the way into the tour. */

import { Link, Navigate, useLocation, useParams } from '@tanstack/react-router'
import { BookOpen, Footprints } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../kit/button'
import { BareInput } from '../kit/field'
import { PageHead } from '../kit/page'
import { language } from '../kit/settings'
import { EmptyState } from '../kit/states'
import { useStore } from '../kit/store'
import { useAddress } from '../lists/use-address'
import { guideFor } from './guide-for'
import { GuideText } from './guide-text'
import { guideOf, guides } from './guides'
import styles from './help.module.css'
import { findPlaces } from './markdown'
import { t } from './texts'
import { tourStep } from './tour-step'

/** Leads on to the guide of the page that one comes from. */
export function HelpPage() {
  const [address] = useAddress()
  return (
    <Navigate
      to="/help/$guide"
      params={{ guide: guideFor(address.from ?? '') }}
      search={{}}
      replace
    />
  )
}

export function GuidePage() {
  const { guide: name = '' } = useParams({ strict: false })
  const { hash } = useLocation()
  const reads = useStore(language)
  const guide = guideOf(name)
  useEffect(() => {
    const heading = guide && hash ? document.getElementById(hash) : null
    if (heading) heading.scrollIntoView()
    else document.getElementById('guide')?.scrollTo(0, 0)
  }, [guide, hash])
  const tour = (
    <Button icon={Footprints} onClick={() => tourStep.set(0)}>
      {t('tour')}
    </Button>
  )
  return (
    <>
      <PageHead
        crumbs={guide && <span>{t('help')}</span>}
        title={guide?.title ?? t('help')}
        actions={tour}
      />
      <div className={styles.page}>
        <Contents />
        <div id="guide" className={styles.guide}>
          {guide && reads !== 'en' && <p className={styles.language}>{t('inEnglish')}</p>}
          {guide ? (
            <GuideText guide={guide} />
          ) : (
            <EmptyState icon={BookOpen} title={t('noGuide')} />
          )}
        </div>
      </div>
    </>
  )
}

const MOST = 20

function Contents() {
  const [text, setText] = useState('')
  const found = findPlaces(guides, text, MOST)
  const shown = text.trim()
    ? found
    : guides.map(({ name, title }) => ({ guide: name, title, heading: undefined, id: undefined }))
  return (
    <nav className={styles.contents} aria-label={t('guides')}>
      <BareInput
        type="search"
        label={t('find')}
        placeholder={t('find')}
        onChange={(event) => setText(event.target.value)}
      />
      <ul>
        {shown.map(({ guide, title, heading, id }) => (
          <li key={`${guide}#${id ?? ''}`}>
            <Link to="/help/$guide" params={{ guide }} hash={id} search={{}}>
              {heading ?? title}
              {heading && <small>{title}</small>}
            </Link>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="muted">{t('noneFound')}</p>}
    </nav>
  )
}
