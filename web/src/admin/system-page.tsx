/** How the server is: versions, amounts, storage, what waits in the background. */

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type SystemState, systemQuery } from '../api/admin'
import { formatBytes, formatNumber } from '../kit/format'
import { PageColumn, PageHead, Section } from '../kit/page'
import { LoadingRows } from '../kit/states'
import { QueryError } from '../records/query-error'
import { Prop, Props } from '../records/two-lines'
import styles from './admin.module.css'
import { AdminTabs } from './admin-tabs'
import { t } from './texts'

const LEAST_FREE = 1e9

export function SystemPage() {
  const found = useQuery(systemQuery)
  return (
    <>
      <PageHead title={t('system')} tabs={<AdminTabs />} />
      {found.isLoading && <LoadingRows />}
      {found.error && <QueryError error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <State state={found.data} />}
    </>
  )
}

function State({ state }: { state: SystemState }) {
  const { versions, counts, storage, geometry } = state
  const database = storage.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const size = storage.databaseBytes === null ? '' : `, ${formatBytes(storage.databaseBytes)}`
  return (
    <PageColumn>
      <Health state={state} />
      <Section title={t('amounts')}>
        <dl className={styles.figures}>
          <Figure name={t('activePeople')}>{formatNumber(counts.people)}</Figure>
          <Figure name={t('items')}>{formatNumber(counts.items)}</Figure>
          <Figure name={t('commits')}>{formatNumber(counts.commits)}</Figure>
          <Figure name={t('fileVersions')}>{formatNumber(counts.files)}</Figure>
          <Figure name={t('inVault')}>{formatBytes(counts.bytes)}</Figure>
        </dl>
      </Section>
      <Section title={t('queues')}>
        <dl className={styles.figures}>
          <Figure name={t('cadWaiting')}>{formatNumber(geometry.waiting)}</Figure>
          <Figure name={t('cadWorking')}>{formatNumber(geometry.working)}</Figure>
          <Figure name={t('cadFailed')}>{formatNumber(geometry.failed)}</Figure>
          <Figure name={t('engineRuns')}>{formatNumber(state.runningDesignSessions)}</Figure>
          <Figure name={t('workers')}>{formatNumber(state.workers)}</Figure>
        </dl>
      </Section>
      <Section title={t('storage')}>
        <Props>
          <Prop name={t('database')}>
            {database}
            {size}
          </Prop>
          <Prop name={t('vault')}>{t(storage.vault === 's3' ? 's3' : 'folder')}</Prop>
          {storage.freeBytes !== null && (
            <Prop name={t('freeDisk')}>{formatBytes(storage.freeBytes)}</Prop>
          )}
        </Props>
      </Section>
      <Section title={t('versions')}>
        <Props>
          <Prop name={t('server')}>{versions.server}</Prop>
          <Prop name={t('api')}>{versions.api}</Prop>
          <Prop name={t('python')}>{versions.python}</Prop>
          <Prop name={t('schema')}>
            <span className="mono">{versions.schema}</span>
          </Prop>
          {versions.buildId && (
            <Prop name={t('build')}>
              <span className="mono">{versions.buildId}</span>
            </Prop>
          )}
        </Props>
      </Section>
    </PageColumn>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}

function Health({ state }: { state: SystemState }) {
  const free = state.storage.freeBytes
  const faults = [
    ...(state.isVaultWell ? [] : [t('vaultFails')]),
    ...(free !== null && free < LEAST_FREE ? [t('diskLow')] : []),
  ]
  return (
    <Section title={t('health')}>
      {faults.length === 0 ? (
        <p className={styles.well}>
          <CircleCheck size={15} aria-hidden />
          {t('allWell')}
        </p>
      ) : (
        <ul className={styles.problems}>
          {faults.map((fault) => (
            <li key={fault} className={styles.fault}>
              <TriangleAlert size={15} aria-hidden />
              {fault}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
