/** Brings a branch into main or moves it onto main; where both sides have changed, one is chosen. */

import { GitMerge, GitPullRequestArrow } from 'lucide-react'
import { useState } from 'react'
import type { Branch } from '../api/designs'
import { keys } from '../api/keys'
import type { Design } from '../api/types'
import { type BringTogether, bringTogether, type PlaceConflict } from '../api/versions'
import { useWrite } from '../api/write'
import { Button } from '../kit/button'
import { TextField } from '../kit/field'
import { useWriteReason } from './branches-page'
import { ConflictCard } from './conflict-card'
import { type Choices, chosenOf, placeOf, resolutionsOf, withChoice } from './conflict-choices'
import { t } from './texts'
import styles from './versions.module.css'

interface BringProps {
  design: Design
  branch: Branch
  conflicts: readonly PlaceConflict[]
  /** Of the items, by their numbers. */
  names: ReadonlyMap<string, string | null>
}

export function Bring({ design, branch, conflicts, names }: BringProps) {
  const [choices, choose] = useState<Choices>({})
  const [message, setMessage] = useState('')
  const refused = useWriteReason()
  const bring = useWrite({
    send: (wanted: BringTogether, headers) => bringTogether(branch.id, wanted, headers),
    changes: [keys.designs, keys.items],
    done: ({ commit }, { verb }) =>
      t(commit ? `done_${verb}` : 'nothingToDo', { name: branch.name }),
    onDone: () => {
      choose({})
      setMessage('')
    },
  })
  const resolutions = resolutionsOf(conflicts, choices)
  const missing = conflicts.length - resolutions.length
  const reason = refused ?? (missing > 0 ? t('chooseAll', { count: missing }) : null)
  const isReleased = design.phase === 'post-release' ? t('mainProtected') : null
  const send = (verb: 'merge' | 'rebase') =>
    bring.mutate({ verb, resolutions, ...(message.trim() && { commitMessage: message.trim() }) })
  return (
    <section className={styles.bring} aria-label={t('bring')}>
      <h2>
        {conflicts.length > 0 ? t('conflicts', { count: conflicts.length }) : t('noConflict')}
      </h2>
      {conflicts.length > 0 && <p className="muted">{t('conflictsNote')}</p>}
      {conflicts.map((conflict) => (
        <ConflictCard
          key={placeOf(conflict)}
          conflict={conflict}
          name={names.get(conflict.itemNumber)}
          ours={branch.name}
          at={branch.name}
          reason={refused}
          choice={chosenOf(choices, conflict)}
          onChoose={(side) => choose(withChoice(choices, conflict, side))}
        />
      ))}
      <div className={styles.deeds}>
        <TextField
          label={t('commitMessage')}
          value={message}
          maxLength={500}
          placeholder={t('commitMessageNone')}
          onChange={(event) => setMessage(event.target.value)}
        />
        <Button
          icon={GitPullRequestArrow}
          reason={reason}
          aria-busy={bring.isPending}
          onClick={() => send('rebase')}
        >
          {t('rebase')}
        </Button>
        <Button
          icon={GitMerge}
          kind="primary"
          reason={isReleased ?? reason}
          aria-busy={bring.isPending}
          onClick={() => send('merge')}
        >
          {t('merge')}
        </Button>
      </div>
    </section>
  )
}
