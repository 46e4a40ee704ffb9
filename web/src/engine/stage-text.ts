/** Words for the stages and states of a session. */

import { t } from './texts'

const STAGES = {
  idle: 'stageIdle',
  requirements_drafting: 'stageRequirementsDrafting',
  requirements_review: 'stageRequirementsReview',
  bom_drafting: 'stageBomDrafting',
  bom_review: 'stageBomReview',
  materialization: 'stageMaterialization',
  cad_generation: 'stageCadGeneration',
  cad_review: 'stageCadReview',
  assembly_composition: 'stageAssemblyComposition',
  assembly_review: 'stageAssemblyReview',
  complete: 'stageComplete',
} as const

const STATES = {
  active: 'statusActive',
  paused: 'statusPaused',
  completed: 'statusCompleted',
  failed: 'statusFailed',
} as const

export function stageText(stage: string): string {
  return stage in STAGES ? t(STAGES[stage as keyof typeof STAGES]) : stage
}

export function statusText(status: string): string {
  return status in STATES ? t(STATES[status as keyof typeof STATES]) : status
}
