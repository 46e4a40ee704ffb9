/** The rows of a report as a picture; the table beside it says the same in figures. */

import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Found, ReportChart } from '../api/reports'
import { formatNumber } from '../kit/format'
import { locale } from '../kit/i18n'
import { theme } from '../kit/settings'
import { type ChartData, chartData } from './chart-data'
import styles from './reports.module.css'
import { t } from './texts'

Chart.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
)

const SLICES = [
  '#0b6470',
  '#c8743c',
  '#2f9e5b',
  '#7a5ea8',
  '#d0a21e',
  '#a65b5b',
  '#5b8fd0',
  '#8b969b',
]

function useIsDark(): boolean {
  const query = window.matchMedia('(prefers-color-scheme: dark)')
  const chosen = useSyncExternalStore(theme.subscribe, theme.get)
  const system = useSyncExternalStore(
    (told) => {
      query.addEventListener('change', told)
      return () => query.removeEventListener('change', told)
    },
    () => query.matches,
  )
  return chosen === 'system' ? system : chosen === 'dark'
}

export function ReportChartView({ chart, found }: { chart: ReportChart; found: Found }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDark = useIsDark()
  const data = chartData(chart, found)
  const told = JSON.stringify(data)
  useEffect(() => {
    if (!canvas.current) return
    const drawn = new Chart(canvas.current, configuration(chart.kind, JSON.parse(told), isDark))
    return () => drawn.destroy()
  }, [chart.kind, told, isDark])
  return (
    <figure className={styles.chart}>
      <div>
        <canvas ref={canvas} role="img" aria-label={t('chartOf', { value: data.name })} />
      </div>
      {data.left > 0 && <figcaption>{t('chartLeft', { count: data.labels.length })}</figcaption>}
    </figure>
  )
}

const LONGEST = 18

function shortened(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1).trimEnd()}…` : name
}

function configuration(
  kind: ReportChart['kind'],
  data: ChartData,
  isDark: boolean,
): ChartConfiguration {
  const [text, line, accent] = isDark
    ? ['#a9b3b7', '#262d30', '#4fc3d1']
    : ['#4c5559', '#e2e6e6', '#0b6470']
  const isPie = kind === 'pie'
  const ground = isDark ? '#14181a' : '#ffffff'
  const ticks = { color: text, font: { family: 'Inter Variable', size: 12 } }
  const axis = { ticks, grid: { color: line }, border: { color: line } }
  const titled = (text: string) => ({ ...axis, title: { ...ticks, display: true, text } })
  // What stands aslant below the first bars would run out of the picture.
  const nameOf = (value: string | number) => shortened(data.labels[Number(value)] ?? '')
  const figures = { ...ticks, callback: (value: string | number) => formatNumber(Number(value)) }
  return {
    type: kind,
    data: {
      labels: [...data.labels],
      datasets: [
        {
          label: data.name,
          data: data.values,
          backgroundColor: isPie ? SLICES : accent,
          borderColor: isPie ? ground : accent,
          borderWidth: isPie || kind === 'line' ? 2 : 0,
          maxBarThickness: 48,
        } as never,
      ],
    },
    options: {
      animation: false,
      locale: locale(),
      responsive: true,
      maintainAspectRatio: false,
      plugins: {
        legend: {
          display: isPie,
          position: 'right',
          labels: { color: text, boxWidth: 12, font: ticks.font },
        },
      },
      scales: isPie
        ? {}
        : {
            x: {
              ...titled(data.over),
              ticks: { ...ticks, callback: nameOf },
              grid: { display: false },
            },
            y: { ...titled(data.name), ticks: figures, beginAtZero: true },
          },
    },
  }
}
