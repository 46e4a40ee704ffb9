/** The pages of the administration. */

import { createRoute, type RouteComponent, redirect } from '@tanstack/react-router'
import { laterPage, shell, shellPage } from './base-routes'

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

/** A page of the administration, which comes with its texts. */
function adminPage<P extends string, M extends Record<K, RouteComponent>, K extends string>(
  path: P,
  page: (pages: typeof import('./later-pages').admin) => () => Promise<M>,
  name: K,
) {
  return shellPage(
    path,
    laterPage((m) => page(m.admin), name),
  )
}

const people = adminPage('/admin/people', (m) => m.people, 'PeoplePage')
const person = adminPage('/admin/people/$id', (m) => m.person, 'PersonPage')
const roles = adminPage('/admin/roles', (m) => m.roles, 'RolesPage')
const workflows = adminPage('/admin/workflows', (m) => m.workflows, 'WorkflowsPage')
const workflow = adminPage('/admin/workflows/$id', (m) => m.workflow, 'DesignerPage')
const attributes = adminPage('/admin/attributes', (m) => m.attributes, 'AttributesPage')
const categories = adminPage('/admin/categories', (m) => m.categories, 'CategoriesPage')
const numbering = adminPage('/admin/numbering', (m) => m.numbering, 'NumberingPage')
const audit = adminPage('/admin/audit', (m) => m.audit, 'AuditPage')
const system = adminPage('/admin/system', (m) => m.system, 'SystemPage')

const help = shellPage(
  '/help',
  laterPage((m) => m.help, 'HelpPage'),
)
const guide = shellPage(
  '/help/$guide',
  laterPage((m) => m.help, 'GuidePage'),
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
