/** What all routes stand on: the root, the sign-on, and the shell behind it. */

import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { meQuery } from '../api/account'
import { problemOf } from '../api/problem'
import { queryClient } from '../api/query-client'
import { Root } from './root'
import { anyQuery } from './search-params'
import { Shell } from './shell'

export const NotFoundPage = laterPage((m) => m.notFound, 'NotFoundPage')

export const root = createRootRoute({
  component: Root,
  validateSearch: anyQuery,
  notFoundComponent: NotFoundPage,
})

export const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('../sign-on/login-page'), 'LoginPage'),
})

export async function requireSignOn({ location }: { location: { href: string } }) {
  try {
    await queryClient.ensureQueryData(meQuery)
  } catch (error) {
    if (problemOf(error).status !== 401) return
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } })
  }
}

/** Everything behind the sign-on. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: requireSignOn,
})

/** A page that few open first, by how it loads. */
export function laterPage<M extends Record<K, RouteComponent>, K extends string>(
  page: (pages: typeof import('./later-pages')) => () => Promise<M>,
  name: K,
) {
  const load = () => import('./later-pages').then((m) => page(m)())
  return lazyRouteComponent(load as () => Promise<Record<K, RouteComponent>>, name)
}

/** A page within the frame. */
export function shellPage<P extends string>(path: P, component: RouteComponent) {
  return createRoute({ getParentRoute: () => shell, path, component })
}
