/** The page of a design with its tabs. */

import { createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { shell } from './base-routes'

const design = createRoute({
  getParentRoute: () => shell,
  path: '/designs/$code',
  component: lazyRouteComponent(() => import('../designs/design-page'), 'DesignPage'),
})

function designTab<P extends string>(path: P, component: RouteComponent) {
  return createRoute({ getParentRoute: () => design, path, component })
}

export const designTabs = design.addChildren([
  designTab(
    '/',
    lazyRouteComponent(() => import('../designs/design-overview'), 'DesignOverview'),
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
