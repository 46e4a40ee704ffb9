/** What is drafted, to be read and changed: requirements, structure, picture. */

import { useState } from 'react'
import { editSession, SESSIONS, type Session } from '../api/sessions'
import { useWrite } from '../api/write'
import styles from './engine.module.css'
import { IssueList } from './issue-list'
import type { Act } from './next-step'
import { Picture } from './picture'
import { RequirementTable } from './requirement-table'
import { stepOf } from './steps'
import { StructureTable } from './structure-table'
import { t } from './texts'

export interface ArtefactProps {
  session: Session
  /** Why nothing can be changed; null where it can. */
  reason: string | null
  edit: (body: object) => void
}

const KINDS = ['requirements', 'structure', 'picture'] as const
type Kind = (typeof KINDS)[number]
const LABELS = {
  requirements: 'stepRequirements',
  structure: 'stepStructure',
  picture: 'picture',
} as const

interface Shown {
  session: Session
  etag: string | null
  isBusy: boolean
  act: Act
}

export function Artefacts({ session, etag, isBusy, act }: Shown) {
  const [chosen, setChosen] = useState<Kind | null>(null)
  const hasStructure = session.artifacts.bom !== null
  const shown = chosen ?? (hasStructure && stepOf(session.stage) > 0 ? 'structure' : 'requirements')
  const write = useWrite({
    send: (body: object, headers) => editSession(session.id, body, headers),
    etag: () => etag,
    changes: [SESSIONS],
  })
  const frozen = session.artifacts.materializationResult ? t('isMade') : null
  const props = { session, edit: (body: object) => write.mutate(body) }
  return (
    <section className={styles.artefacts} aria-label={t('drafts')}>
      <div className={styles.kinds} role="tablist" aria-label={t('drafts')}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            role="tab"
            aria-selected={kind === shown}
            onClick={() => setChosen(kind)}
          >
            {t(LABELS[kind])}
          </button>
        ))}
      </div>
      <div className={styles.draft} role="tabpanel" aria-label={t(LABELS[shown])}>
        {shown === 'requirements' && (
          <RequirementTable {...props} reason={isBusy ? t('isAtWork') : frozen} />
        )}
        {shown === 'structure' && (
          <>
            <IssueList {...props} reason={isBusy ? t('isAtWork') : null} />
            <StructureTable {...props} reason={isBusy ? t('isAtWork') : null} act={act} />
          </>
        )}
        {shown === 'picture' && <Picture session={session} isBusy={isBusy} />}
      </div>
    </section>
  )
}
