/** The names of what permissions are about. */

import { t } from './texts'

const KNOWN = {
  parts: 'onParts',
  documents: 'onDocuments',
  requirements: 'onRequirements',
  tasks: 'onTasks',
  issues: 'onIssues',
  change_orders: 'onChanges',
  relationships: 'onRelationships',
  designs: 'onDesigns',
  programs: 'onPrograms',
  workflows: 'onWorkflows',
  reports: 'onReports',
  users: 'onPeople',
  roles: 'onRoles',
  imports: 'onImports',
  design_sessions: 'onSessions',
  system: 'onSystem',
  directory: 'onDirectory',
} as const

export function resourceText(resource: string): string {
  return resource in KNOWN ? t(KNOWN[resource as keyof typeof KNOWN]) : resource
}
