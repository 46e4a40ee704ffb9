/** The way of a session: its stages, where it stands, and what can be done next. */

import type { Session } from '../api/sessions'
import { rowsOf } from './tree'

/** As a person counts them; each holds the stages that the server tells. */
export const STEPS = [
  { name: 'requirements', stages: ['requirements_drafting', 'requirements_review'] },
  { name: 'structure', stages: ['bom_drafting', 'bom_review'] },
  { name: 'items', stages: ['materialization'] },
  { name: 'solids', stages: ['cad_generation', 'cad_review'] },
  { name: 'assembly', stages: ['assembly_composition', 'assembly_review'] },
] as const

export type StepName = (typeof STEPS)[number]['name']

/** Which step the session is at; after the last one when it is complete, before the first at first. */
export function stepOf(stage: string): number {
  if (stage === 'complete') return STEPS.length
  return STEPS.findIndex(({ stages }) => (stages as readonly string[]).includes(stage))
}

/** Whether a part was made anew after the assembly that holds it. */
function isToCompose({ artifacts }: Session): boolean {
  const root = artifacts.bom?.rootAssembly
  return (root ? rowsOf(root) : []).some(
    ({ node }) => node.assemblyComposition?.status === 'pending',
  )
}

/** What can be done next, by the name of the action; null while nothing can. */
export function nextAction(session: Session): string | null {
  const { stage, status, isRunning, artifacts } = session
  if (isRunning || artifacts.pendingClarificationId) return null
  switch (stage) {
    case 'idle':
      return 'start_requirements'
    case 'requirements_drafting':
      return 'resume'
    case 'requirements_review':
      return 'confirm_requirements'
    case 'bom_drafting':
      // A run that was paused leaves neither a reason nor a structure.
      return session.error || artifacts.bom || status === 'paused' ? 'resume' : 'start_bom'
    case 'bom_review':
      return 'confirm_bom'
    case 'materialization':
      return 'materialize'
    case 'cad_generation':
      // What was made before it stopped stays.
      return artifacts.cadGenerationState ? 'resume' : 'start_cad_generation'
    case 'cad_review':
      return 'confirm_cad'
    case 'assembly_composition':
      return 'start_assembly_composition'
    case 'assembly_review':
      return isToCompose(session) ? 'start_assembly_composition' : 'confirm_assembly'
    case 'complete':
      return isToCompose(session) ? 'start_assembly_composition' : null
    default:
      return null
  }
}

/** What stands in the way of a confirmation until it is resolved or accepted. */
export function openErrors(session: Session) {
  const issues = session.artifacts.bom?.validationIssues ?? []
  return issues.filter(({ severity, accepted }) => severity === 'error' && !accepted)
}
