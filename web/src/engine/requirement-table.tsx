/** The drafted requirements: each read, changed, or taken away. */

import { Trash2, UserRound } from 'lucide-react'
import type { Requirement } from '../api/sessions'
import { IconButton } from '../kit/button'
import { wordOf } from '../kit/i18n'
import { EmptyState } from '../kit/states'
import type { ArtefactProps } from './artefacts'
import { EditCell } from './edit-cell'
import styles from './engine.module.css'
import { t } from './texts'

export function RequirementTable({ session, reason, edit }: ArtefactProps) {
  const { requirements } = session.artifacts
  if (requirements.length === 0) {
    return <EmptyState title={t('noRequirements')}>{t('noRequirementsNote')}</EmptyState>
  }
  const save = (kept: readonly Requirement[]) => edit({ artifacts: { requirements: kept } })
  const change = (tempId: string, changed: Partial<Requirement>) =>
    save(requirements.map((one) => (one.tempId === tempId ? { ...one, ...changed } : one)))
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('requirement')}</th>
          <th scope="col">{t('priority')}</th>
          <th scope="col">{t('verification')}</th>
          <th>
            <span className="sr-only">{t('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {requirements.map((one) => (
          <tr key={one.tempId}>
            <td title={one.rationale || undefined}>
              <EditCell
                label={t('requirement')}
                value={one.name}
                reason={reason}
                onSave={(name) => name && change(one.tempId, { name })}
              />
              {one.description && <small>{one.description}</small>}
            </td>
            <td>{priorityText(one.priority)}</td>
            <td>
              {one.verificationMethod && wordOf(one.verificationMethod)}
              {one.source === 'user' && (
                <UserRound size={12} className={styles.own} aria-label={t('byYou')} />
              )}
            </td>
            <td>
              <IconButton
                icon={Trash2}
                label={t('remove', { name: one.name })}
                reason={reason}
                onClick={() => save(requirements.filter(({ tempId }) => tempId !== one.tempId))}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const PRIORITIES = { low: 'low', medium: 'medium', high: 'high', critical: 'critical' } as const

function priorityText(priority: string): string {
  return priority in PRIORITIES ? t(PRIORITIES[priority as keyof typeof PRIORITIES]) : priority
}
