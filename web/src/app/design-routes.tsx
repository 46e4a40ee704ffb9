/** The page of a design with its tabs. */

import {
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { laterPage, shell } from './base-routes'

const design = createRoute({
  getParentRoute: () => shell,
  path: '/designs/$code',
  component: lazyRouteComponent(() => import('../designs/design-page'), 'DesignPage'),
})

function designTab<P extends string>(path: P, component: RouteComponent) {
  return createRoute({ getParentRoute: () => design, path, component })
}

/** An address of a design whose page stands elsewhere. */
function elsewhere<P extends string>(path: P, to: (code: string) => Promise<string>) {
  return createRoute({
    getParentRoute: () => shell,
    path: `/designs/$code/${path}`,
    beforeLoad: async ({ params }) => {
      throw redirect({ href: await to((params as { code: string }).code), replace: true })
    },
  })
}

export const designElsewhere = [
  elsewhere('members', (code) =>
    import('../designs/members-address').then((m) => m.membersAddress(code)),
  ),
] as const

export const designTabs = design.addChildren([
  designTab(
    '/',
    lazyRouteComponent(() => import('../designs/design-overview'), 'DesignOverview'),
  ),
  designTab(
    '/structure',
    lazyRouteComponent(() => import('../designs/design-structure'), 'DesignStructure'),
  ),
  designTab(
    '/commits',
    laterPage((m) => m.design.commitGraph, 'CommitGraph'),
  ),
  designTab(
    '/commits/$commit',
    laterPage((m) => m.design.commit, 'CommitPage'),
  ),
  designTab(
    '/changes',
    laterPage((m) => m.design.changes, 'DesignChanges'),
  ),
  designTab(
    '/branches',
    laterPage((m) => m.design.branches, 'BranchesPage'),
  ),
  designTab(
    '/branches/$branch',
    laterPage((m) => m.design.branch, 'BranchPage'),
  ),
  designTab(
    '/compare',
    laterPage((m) => m.design.compare, 'CompareStates'),
  ),
  designTab(
    '/held',
    laterPage((m) => m.design.held, 'HeldPage'),
  ),
  designTab(
    '/coverage',
    laterPage((m) => m.design.coverage, 'CoverageMatrix'),
  ),
])
