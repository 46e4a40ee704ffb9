/** A report's chart, whose library is fetched where there is one to draw. */

import { lazy, Suspense } from 'react'
import type { Found, ReportChart } from '../api/reports'
import styles from './reports.module.css'

const View = lazy(async () => ({ default: (await import('./chart')).ReportChartView }))

export function LazyChart(props: { chart: ReportChart; found: Found }) {
  return (
    <Suspense fallback={<div className={styles.chart} />}>
      <View {...props} />
    </Suspense>
  )
}
