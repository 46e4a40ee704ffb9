/** The place above a page for what says that it shows a branch or how it was. */

import { lazy, Suspense } from 'react'
import type { Version } from '../api/context'
import styles from './records.module.css'

const VersionBanner = lazy(() =>
  import('./version-banner').then((m) => ({ default: m.VersionBanner })),
)

export function VersionLine({ version }: { version: Version }) {
  if (version.kind === 'main') return null
  return (
    <Suspense fallback={<div className={styles.banner}>&nbsp;</div>}>
      <VersionBanner version={version} />
    </Suspense>
  )
}
