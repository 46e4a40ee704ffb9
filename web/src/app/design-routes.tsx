/** The page of a design with its tabs. */

import {
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { shell } from './base-routes'

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
    lazyRouteComponent(() => import('../versions/commit-graph'), 'CommitGraph'),
  ),
  designTab(
    '/commits/$commit',
    lazyRouteComponent(() => import('../versions/commit-page'), 'CommitPage'),
  ),
  designTab(
    '/changes',
    lazyRouteComponent(() => import('../designs/design-changes'), 'DesignChanges'),
  ),
  designTab(
    '/branches',
    lazyRouteComponent(() => import('../versions/branches-page'), 'BranchesPage'),
  ),
  designTab(
    '/branches/$branch',
    lazyRouteComponent(() => import('../versions/branch-page'), 'BranchPage'),
  ),
  designTab(
    '/compare',
    lazyRouteComponent(() => import('../versions/compare-page'), 'CompareStates'),
  ),
  designTab(
    '/held',
    lazyRouteComponent(() => import('../versions/held-page'), 'HeldPage'),
  ),
  designTab(
    '/coverage',
    lazyRouteComponent(() => import('../graph/coverage'), 'CoverageMatrix'),
  ),
])
