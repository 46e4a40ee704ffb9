/** Pages that few open first: how each loads, and what loads with it, stays out of what every page loads. */

import { withTexts } from './languages'

export const admin = {
  attributes: withTexts('admin', () => import('../admin/attributes-page')),
  audit: withTexts('admin', () => import('../audit/audit-page')),
  categories: withTexts('admin', () => import('../admin/categories-page')),
  numbering: withTexts('admin', () => import('../admin/numbering-page')),
  people: withTexts('admin', () => import('../admin/people-page')),
  person: withTexts('admin', () => import('../admin/person-page')),
  roles: withTexts('admin', () => import('../admin/roles-page')),
  system: withTexts('admin', () => import('../admin/system-page')),
  workflow: withTexts('admin', () => import('../workflows/designer-page')),
  workflows: withTexts('admin', () => import('../admin/workflows-page')),
}

export const design = {
  branch: () => import('../versions/branch-page'),
  branches: () => import('../versions/branches-page'),
  changes: () => import('../designs/design-changes'),
  commit: () => import('../versions/commit-page'),
  commitGraph: () => import('../versions/commit-graph'),
  compare: () => import('../versions/compare-page'),
  coverage: () => import('../graph/coverage'),
  held: () => import('../versions/held-page'),
}

export const item = {
  changes: () => import('../items/changes-tab'),
  compare: () => import('../items/compare-tab'),
  discussion: () => import('../items/discussion-tab'),
  files: () => import('../items/files-tab'),
  graph: () => import('../items/graph-tab'),
  history: () => import('../items/history-view'),
  model: () => import('../items/model-tab'),
  requirements: () => import('../items/requirements-tab'),
  used: () => import('../items/used-tab'),
  variants: () => import('../variants/variants-tab'),
}

export const builder = () => import('../reports/builder-page')
export const files = () => import('../files/files-page')
export const help = () => import('../help/help-page')
export const imports = withTexts('imports', () => import('../imports/import-page'))
export const me = () => import('../me/me-page')
export const notFound = () => import('../home/not-found')
export const program = () => import('../programs/program-page')
export const programs = () => import('../programs/programs-page')
export const report = () => import('../reports/report-page')
export const reports = () => import('../reports/reports-page')
export const search = () => import('../search/search-page')
export const session = withTexts('engine', () => import('../engine/session-page'))
export const sessions = withTexts('engine', () => import('../engine/sessions-page'))
export const start = () => import('../home/start-page')
