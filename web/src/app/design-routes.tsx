/** The page of a design with its tabs. */

import {
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { shell } from './base-routes'

const later = () => import('./later-pages').then((m) => m.design)

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
    lazyRouteComponent(() => later().then((m) => m.commitGraph()), 'CommitGraph'),
  ),
  designTab(
    '/commits/$commit',
    lazyRouteComponent(() => later().then((m) => m.commit()), 'CommitPage'),
  ),
  designTab(
    '/changes',
    lazyRouteComponent(() => later().then((m) => m.changes()), 'DesignChanges'),
  ),
  designTab(
    '/branches',
    lazyRouteComponent(() => later().then((m) => m.branches()), 'BranchesPage'),
  ),
  designTab(
    '/branches/$branch',
    lazyRouteComponent(() => later().then((m) => m.branch()), 'BranchPage'),
  ),
  designTab(
    '/compare',
    lazyRouteComponent(() => later().then((m) => m.compare()), 'CompareStates'),
  ),
  designTab(
    '/held',
    lazyRouteComponent(() => later().then((m) => m.held()), 'HeldPage'),
  ),
  designTab(
    '/coverage',
    lazyRouteComponent(() => later().then((m) => m.coverage()), 'CoverageMatrix'),
  ),
])
