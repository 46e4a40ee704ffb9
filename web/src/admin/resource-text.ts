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
  workflows: 'workflows',
  reports: 'onReports',
  users: 'people',
  roles: 'roles',
  imports: 'onImports',
  design_sessions: 'onSessions',
  system: 'system',
  directory: 'onDirectory',
} as const

export function resourceText(resource: string): string {
  return resource in KNOWN ? t(KNOWN[resource as keyof typeof KNOWN]) : resource
}
