/** How the server is: versions, amounts, storage, what waits in the background, what is kept. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type SystemState, systemQuery } from '../api/admin'
import { formatBytes } from '../kit/bytes'
import { formatDateTime, formatNumber } from '../kit/format'
import { sentenceOf } from '../kit/i18n'
import { PageColumn, PageHead, Section } from '../kit/page'
import { LoadingRows } from '../kit/states'
import { QueryError } from '../records/query-error'
import { Prop, Props } from '../records/two-lines'
import styles from './admin.module.css'
import { AdminTabs } from './admin-tabs'
import { ReceivedDesigns } from './received'
import registers from './registers.module.css'
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
  const { counts, geometry, mail } = state
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
          <Figure name={t('engineRuns')}>{formatNumber(state.runningDesignSessions)}</Figure>
          <Figure name={t('mailWaiting')}>{mail.host ? formatNumber(mail.waiting) : '–'}</Figure>
          <Figure name={t('workers')}>{formatNumber(state.workers)}</Figure>
        </dl>
      </Section>
      <Storage state={state} />
      <ReceivedDesigns />
      <Trail state={state} />
      <Retention limits={state.limits} />
      <Versions versions={state.versions} />
    </PageColumn>
  )
}

function Storage({ state: { storage, limits, mail } }: { state: SystemState }) {
  const database = storage.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const size = storage.databaseBytes === null ? '' : `, ${formatBytes(storage.databaseBytes)}`
  const limit = (bytes: number) => (bytes === 0 ? t('noLimit') : formatBytes(bytes))
  return (
    <Section title={t('storage')}>
      <Props className={styles.wide}>
        <Prop name={t('database')}>
          {database}
          {size}
        </Prop>
        <Prop name={t('vault')}>{t(storage.vault === 's3' ? 's3' : 'folder')}</Prop>
        {storage.freeBytes !== null && (
          <Prop name={t('freeDisk')}>{formatBytes(storage.freeBytes)}</Prop>
        )}
        <Prop name={t('uploadLimit')}>{limit(limits.upload)}</Prop>
        <Prop name={t('userQuota')}>{limit(limits.quotaUser)}</Prop>
        <Prop name={t('programQuota')}>{limit(limits.quotaProgram)}</Prop>
        <Prop name={t('email')}>{mail.host ? t('mailOn', { host: mail.host }) : t('mailOff')}</Prop>
      </Props>
    </Section>
  )
}

function Trail({ state: { trail } }: { state: SystemState }) {
  return (
    <Section
      title={t('audit')}
      actions={
        <Link to="/admin/audit" search={{}} className="link">
          {t('showEntries')}
        </Link>
      }
    >
      <Props className={styles.wide}>
        <Prop name={t('chainLength')}>{formatNumber(trail.sealed)}</Prop>
        {trail.sealedUntil !== '' && (
          <Prop name={t('chainUntil')}>{formatDateTime(trail.sealedUntil)}</Prop>
        )}
        <Prop name={t('chainWaiting')}>{formatNumber(trail.waiting)}</Prop>
        {trail.removed > 0 && <Prop name={t('chainRemoved')}>{formatNumber(trail.removed)}</Prop>}
        <Prop name={t('chainSeals')}>{formatNumber(trail.commitSeals)}</Prop>
        <Prop name={t('chainHead')}>
          <span className={registers.seal}>{trail.seal || t('none')}</span>
        </Prop>
      </Props>
      <p className="muted">{t('chainNote')}</p>
    </Section>
  )
}

function Retention({ limits }: { limits: SystemState['limits'] }) {
  const span = (days: number) => (days === 0 ? t('forEver') : t('forDays', { count: days }))
  return (
    <Section title={t('retention')}>
      <Props className={styles.wide}>
        <Prop name={t('keepItems')}>{t('forEver')}</Prop>
        <Prop name={t('keepExports')}>{span(limits.exportDays)}</Prop>
        <Prop name={t('keepAudit')}>{span(limits.auditDays)}</Prop>
      </Props>
      <p className="muted">{t('retentionNote')}</p>
    </Section>
  )
}

function Versions({ versions }: { versions: SystemState['versions'] }) {
  return (
    <Section title={t('versions')}>
      <Props className={styles.wide}>
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
    ...(state.queue?.isConnected === false
      ? [t('queueFails', { host: state.queue.host, reason: state.queue.reason })]
      : []),
    ...(state.kernelFault ? [t('kernelMissing', { reason: sentenceOf(state.kernelFault) })] : []),
    ...(free !== null && free < LEAST_FREE ? [t('diskLow')] : []),
    ...(state.geometry.failed > 0 ? [t('cadFails', { count: state.geometry.failed })] : []),
    ...(state.mail.failing > 0 ? [t('mailFails', { count: state.mail.failing })] : []),
  ]
  return (
    <Section title={t('health')}>
      {faults.length === 0 ? (
        <p className={styles.well}>
          <CircleCheck size={15} />
          {t('allWell')}
        </p>
      ) : (
        <ul className={styles.problems}>
          {faults.map((fault) => (
            <li key={fault} className={styles.fault}>
              <TriangleAlert size={15} />
              {fault}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
