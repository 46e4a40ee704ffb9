/** Where the session stands, step by step. */

import { Link } from '@tanstack/react-router'
import { Check, Circle, LoaderCircle } from 'lucide-react'
import type { Session } from '../api/sessions'
import styles from './engine.module.css'
import { STEPS, type StepName, stepOf } from './steps'
import { t } from './texts'

export function StepList({ session, isBusy }: { session: Session; isBusy: boolean }) {
  const here = stepOf(session.stage)
  return (
    <nav className={styles.steps} aria-label={t('steps')}>
      <ol>
        {STEPS.map(({ name }, at) => {
          const isDone = at < here
          const Icon = isDone ? Check : at === here && isBusy ? LoaderCircle : Circle
          return (
            <li
              key={name}
              aria-current={at === here ? 'step' : undefined}
              data-done={isDone || undefined}
            >
              <Icon
                size={14}
                aria-hidden
                className={Icon === LoaderCircle ? styles.turning : undefined}
              />
              <span>
                {stepText(name)}
                <small>{outcome(name, session)}</small>
              </span>
            </li>
          )
        })}
      </ol>
      <Result session={session} />
    </nav>
  )
}

function stepText(name: StepName): string {
  return t(`step${name[0]?.toUpperCase()}${name.slice(1)}` as 'stepItems')
}

function outcome(name: StepName, session: Session): string {
  const { requirements, bom, materializationResult, cadGenerationState } = session.artifacts
  if (name === 'requirements' && requirements.length > 0) {
    return t('requirements', { count: requirements.length })
  }
  if (name === 'structure' && bom) return t('newParts', { count: bom.proposedParts.length })
  if (name === 'items' && materializationResult) {
    return t('itemsMade', { count: materializationResult.createdItems.length })
  }
  if (name === 'solids' && cadGenerationState && cadGenerationState.partsTotal > 0) {
    const { partsCompleted, partsTotal } = cadGenerationState
    return t('solidsMade', { made: partsCompleted, all: partsTotal })
  }
  return ''
}

/** The ways to what came of it. */
function Result({ session }: { session: Session }) {
  const result = session.artifacts.materializationResult
  if (!result) return null
  const top = result.createdItems.find(
    ({ tempId }) => tempId === session.artifacts.bom?.rootAssembly.tempId,
  )
  return (
    <p className={styles.made}>
      {top && (
        <Link to="/items/$ref/structure" params={{ ref: top.itemNumber }} search={{}}>
          <span className="mono">{top.itemNumber}</span> {top.name}
        </Link>
      )}
      {result.ecoNumber && (
        <Link to="/changes/$ref" params={{ ref: result.ecoNumber }} search={{}}>
          <span className="mono">{result.ecoNumber}</span>
        </Link>
      )}
    </p>
  )
}
