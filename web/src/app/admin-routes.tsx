/** The pages of the administration. */

import {
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { shell } from './base-routes'

const admin = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  beforeLoad: () => {
    throw redirect({ to: '/admin/people', search: {} })
  },
})
function shellPage<P extends string>(path: P, component: RouteComponent) {
  return createRoute({ getParentRoute: () => shell, path, component })
}

const people = shellPage(
  '/admin/people',
  lazyRouteComponent(() => import('../admin/people-page'), 'PeoplePage'),
)
const person = shellPage(
  '/admin/people/$id',
  lazyRouteComponent(() => import('../admin/person-page'), 'PersonPage'),
)
const roles = shellPage(
  '/admin/roles',
  lazyRouteComponent(() => import('../admin/roles-page'), 'RolesPage'),
)
const workflows = shellPage(
  '/admin/workflows',
  lazyRouteComponent(() => import('../admin/workflows-page'), 'WorkflowsPage'),
)
const workflow = shellPage(
  '/admin/workflows/$id',
  lazyRouteComponent(() => import('../workflows/designer-page'), 'DesignerPage'),
)
const attributes = shellPage(
  '/admin/attributes',
  lazyRouteComponent(() => import('../admin/attributes-page'), 'AttributesPage'),
)
const categories = shellPage(
  '/admin/categories',
  lazyRouteComponent(() => import('../admin/categories-page'), 'CategoriesPage'),
)
const numbering = shellPage(
  '/admin/numbering',
  lazyRouteComponent(() => import('../admin/numbering-page'), 'NumberingPage'),
)
const audit = shellPage(
  '/admin/audit',
  lazyRouteComponent(() => import('../audit/audit-page'), 'AuditPage'),
)
const system = shellPage(
  '/admin/system',
  lazyRouteComponent(() => import('../admin/system-page'), 'SystemPage'),
)

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
