/** The pages of the administration. */

import {
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { shell } from './base-routes'
import { withTexts } from './languages'

const admin = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  beforeLoad: () => {
    throw redirect({ to: '/admin/people', search: {} })
  },
})
const programs = createRoute({
  getParentRoute: () => shell,
  path: '/admin/programs',
  beforeLoad: () => {
    throw redirect({ to: '/programs', search: {} })
  },
})
function shellPage<P extends string>(path: P, component: RouteComponent) {
  return createRoute({ getParentRoute: () => shell, path, component })
}

/** A page and its texts, which come together. */
function adminPage<P extends string, K extends string>(
  path: P,
  load: () => Promise<Record<K, RouteComponent>>,
  name: K,
) {
  return shellPage(path, lazyRouteComponent(withTexts('admin', load), name))
}

const people = adminPage('/admin/people', () => import('../admin/people-page'), 'PeoplePage')
const person = adminPage('/admin/people/$id', () => import('../admin/person-page'), 'PersonPage')
const roles = adminPage('/admin/roles', () => import('../admin/roles-page'), 'RolesPage')
const workflows = adminPage(
  '/admin/workflows',
  () => import('../admin/workflows-page'),
  'WorkflowsPage',
)
const workflow = adminPage(
  '/admin/workflows/$id',
  () => import('../workflows/designer-page'),
  'DesignerPage',
)
const attributes = adminPage(
  '/admin/attributes',
  () => import('../admin/attributes-page'),
  'AttributesPage',
)
const categories = adminPage(
  '/admin/categories',
  () => import('../admin/categories-page'),
  'CategoriesPage',
)
const numbering = adminPage(
  '/admin/numbering',
  () => import('../admin/numbering-page'),
  'NumberingPage',
)
const audit = adminPage('/admin/audit', () => import('../audit/audit-page'), 'AuditPage')
const system = adminPage('/admin/system', () => import('../admin/system-page'), 'SystemPage')

const help = shellPage(
  '/help',
  lazyRouteComponent(() => import('../help/help-page'), 'HelpPage'),
)
const guide = shellPage(
  '/help/$guide',
  lazyRouteComponent(() => import('../help/help-page'), 'GuidePage'),
)

/** Beside the others, since they are no part of what a list or an item needs. */
export const helpPages = [help, guide] as const

export const adminPages = [
  admin,
  programs,
  people,
  person,
  roles,
  workflows,
  workflow,
  attributes,
  categories,
  numbering,
  audit,
  system,
] as const
