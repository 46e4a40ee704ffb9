/** When a report runs by itself for the reader, and what came of it the last time. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteSchedule,
  type FileFormat,
  putSchedule,
  REPORTS,
  type ReportSchedule,
  type ScheduleInput,
} from '../api/reports'
import { methodsQuery } from '../api/sign-in'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { FormDialog } from '../kit/dialog'
import { CheckField, SelectField, TextField } from '../kit/field'
import { formatDateTime, formatNumber } from '../kit/format'
import { locale } from '../kit/i18n'
import styles from './reports.module.css'
import { t } from './texts'

const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
const FIRST: ScheduleInput = {
  frequency: 'weekly',
  weekday: 1,
  day: 1,
  hour: 6,
  minute: 0,
  timeZone: ZONE,
  onlyWithRows: false,
  format: null,
  byMail: false,
}

/** All that the browser knows, the reader's own first. */
function zonesWith(chosen: string): string[] {
  return [...new Set([ZONE, chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}

interface ScheduleDialogProps {
  id: string
  name: string
  found: ReportSchedule | null
  onClose: () => void
}

export function ScheduleDialog({ id, name, found, onClose }: ScheduleDialogProps) {
  const [plan, setPlan] = useState<ScheduleInput>(found ? inputOf(found) : FIRST)
  const set = (change: Partial<ScheduleInput>) => setPlan({ ...plan, ...change })
  const noMail = useQuery(methodsQuery).data?.sendsMail === false ? t('noMail') : null
  const over = { changes: [REPORTS], onDone: onClose }
  const save = useWrite({
    send: (wanted: ScheduleInput, headers) => putSchedule(id, wanted, headers),
    done: t('scheduleSaved'),
    ...over,
  })
  const stop = useWrite({
    send: (_: undefined, headers) => deleteSchedule(id, headers),
    done: t('scheduleStopped'),
    ...over,
  })
  return (
    <FormDialog
      title={t('scheduleTitle', { name })}
      action={t('save')}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={() => save.mutate(plan)}
    >
      <When plan={plan} set={set} />
      <SelectField
        label={t('keptFile')}
        value={plan.format ?? ''}
        choices={[
          { value: '', label: t('noFile') },
          { value: 'csv', label: 'CSV' },
          { value: 'xlsx', label: 'Excel' },
          { value: 'pdf', label: 'PDF' },
        ]}
        onChange={({ target }) => set({ format: (target.value || null) as FileFormat | null })}
      />
      <CheckField
        label={t('onlyWithRows')}
        checked={plan.onlyWithRows}
        onChange={(event) => set({ onlyWithRows: event.target.checked })}
      />
      <CheckField
        label={t('byMail')}
        reason={noMail && !plan.byMail ? noMail : null}
        checked={plan.byMail}
        onChange={(event) => set({ byMail: event.target.checked })}
      />
      {noMail && <p className={styles.note}>{noMail}</p>}
      <p className={styles.note}>{t('scheduleNote')}</p>
      {found && <Told found={found} />}
      {found && (
        <div>
          <Button kind="danger" onClick={() => stop.mutate(undefined)}>
            {t('stopSchedule')}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}

/** What can be chosen of it. */
function inputOf({ nextAt, lastAt, lastRows, lastError, ...chosen }: ReportSchedule) {
  return chosen
}

interface WhenProps {
  plan: ScheduleInput
  set: (change: Partial<ScheduleInput>) => void
}

function When({ plan, set }: WhenProps) {
  return (
    <>
      <SelectField
        label={t('howOften')}
        value={plan.frequency}
        choices={FREQUENCIES.map((value) => ({ value, label: t(`every_${value}`) }))}
        onChange={({ target }) => set({ frequency: target.value as ScheduleInput['frequency'] })}
      />
      {plan.frequency === 'weekly' && (
        <SelectField
          label={t('weekday')}
          value={String(plan.weekday)}
          choices={numbers(1, 7).map((day) => ({ value: String(day), label: weekdayName(day) }))}
          onChange={({ target }) => set({ weekday: Number(target.value) })}
        />
      )}
      {plan.frequency === 'monthly' && (
        <SelectField
          label={t('dayOfMonth')}
          hint={plan.day > 28 ? t('lastDay') : undefined}
          value={String(plan.day)}
          choices={numbers(1, 31).map((day) => ({ value: String(day), label: String(day) }))}
          onChange={({ target }) => set({ day: Number(target.value) })}
        />
      )}
      <TimeField plan={plan} set={set} />
      <SelectField
        label={t('timeZone')}
        value={plan.timeZone}
        choices={zonesWith(plan.timeZone).map((value) => ({
          value,
          label: value.replaceAll('_', ' '),
        }))}
        onChange={({ target }) => set({ timeZone: target.value })}
      />
    </>
  )
}

/** Emptied, it stays empty, which the form does not send. */
function TimeField({ plan, set }: WhenProps) {
  const two = (part: number) => String(part).padStart(2, '0')
  const [time, setTime] = useState(`${two(plan.hour)}:${two(plan.minute)}`)
  return (
    <TextField
      label={t('time')}
      type="time"
      required
      error={time === '' ? t('needsTime') : undefined}
      value={time}
      onChange={({ target }) => {
        setTime(target.value)
        const [hour, minute] = target.value.split(':').map(Number)
        if (hour !== undefined && minute !== undefined) set({ hour, minute })
      }}
    />
  )
}

function Told({ found }: { found: ReportSchedule }) {
  return (
    <p className={styles.note}>
      {t('nextRun', { when: formatDateTime(found.nextAt) })}
      {found.lastAt &&
        ` ${t('lastRun', {
          when: formatDateTime(found.lastAt),
          what:
            found.lastError ??
            t('rows', { count: found.lastRows ?? 0, shown: formatNumber(found.lastRows ?? 0) }),
        })}`}
    </p>
  )
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function weekdayName(day: number): string {
  // The fifth of January 2026 was a Monday.
  const date = new Date(Date.UTC(2026, 0, 4 + day))
  return date.toLocaleDateString(locale(), { weekday: 'long', timeZone: 'UTC' })
}
