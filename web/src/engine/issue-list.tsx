/** What stands against the structure; errors are resolved, or accepted by name. */

import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { Issue } from '../api/sessions'
import { Button } from '../kit/button'
import { sentenceOf } from '../kit/i18n'
import type { ArtefactProps } from './artefacts'
import styles from './engine.module.css'
import { t } from './texts'

const ICONS = { error: CircleAlert, warning: TriangleAlert, info: Info }
const WORDS = { error: 'error', warning: 'warning', info: 'info' } as const

export function IssueList({ session, reason, edit }: ArtefactProps) {
  const issues = session.artifacts.bom?.validationIssues ?? []
  if (issues.length === 0) return null
  const accept = ({ id }: Issue) => edit({ accepted: [...session.artifacts.accepted, id] })
  return (
    <ul className={styles.issues} aria-label={t('issues')}>
      {issues.map((issue) => {
        const Icon = ICONS[issue.severity]
        return (
          <li key={issue.id || issue.path + issue.code} data-severity={issue.severity}>
            <Icon size={14} aria-label={t(WORDS[issue.severity])} />
            <span>{sentenceOf(issue.message)}</span>
            {issue.accepted && <em>{t('accepted')}</em>}
            {issue.severity === 'error' && !issue.accepted && issue.id && (
              <Button reason={reason} onClick={() => accept(issue)}>
                {t('accept')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
