/** All pages and their addresses; the only place that knows them all. */

import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { Query } from '../api/client'
import { adminPages, helpPages } from './admin-routes'
import {
  laterPage,
  login,
  NotFoundPage,
  requireSignOn,
  root,
  shell,
  shellPage,
} from './base-routes'
import { designElsewhere, designTabs } from './design-routes'
import { PageError } from './page-error'
import { parseQuery, writeQuery } from './search-params'

/** Loads what asks for the data of the page that the browser opens first, by that page's address. */
type Begin = () => Promise<(params: Query, query: Query) => Promise<void>>

/** The first start has the screen for itself. */
const start = createRoute({
  getParentRoute: () => root,
  path: '/start',
  component: laterPage((m) => m.start, 'StartPage'),
  beforeLoad: requireSignOn,
})

const home = shellPage(
  '/',
  lazyRouteComponent(() => import('../home/home-page'), 'HomePage'),
)

/** It stands on the first page. */
const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  beforeLoad: () => {
    throw redirect({ to: '/', search: {} })
  },
})

const me = shellPage(
  '/me',
  laterPage((m) => m.me, 'MePage'),
)

function itemList<P extends string>(path: P, name: keyof typeof import('../items/items-page')) {
  return shellPage(
    path,
    lazyRouteComponent(() => import('../items/items-page'), name),
  )
}

const items = itemList('/items', 'AllItemsPage')
const parts = itemList('/parts', 'PartsPage')
const documents = itemList('/documents', 'DocumentsPage')
const requirements = itemList('/requirements', 'RequirementsPage')
const tasks = itemList('/tasks', 'TasksPage')
const issues = itemList('/issues', 'IssuesPage')

const item = createRoute({
  getParentRoute: () => shell,
  path: '/items/$ref',
  staticData: {
    begin: () => import('../items/begin').then((m) => m.beginItem),
  },
  component: lazyRouteComponent(() => import('../items/item-page'), 'ItemPage'),
})

function itemTab<P extends string>(path: P, component: RouteComponent, begin?: Begin) {
  return createRoute({ getParentRoute: () => item, path, component, staticData: { begin } })
}

const itemTabs = item.addChildren([
  itemTab(
    '/',
    lazyRouteComponent(() => import('../items/overview'), 'Overview'),
  ),
  itemTab(
    '/structure',
    lazyRouteComponent(() => import('../items/structure-tab'), 'StructureTab'),
    () => import('../items/begin').then((m) => m.beginStructure),
  ),
  itemTab(
    '/compare',
    laterPage((m) => m.item.compare, 'CompareTab'),
  ),
  itemTab(
    '/3d',
    laterPage((m) => m.item.model, 'ModelTab'),
  ),
  itemTab(
    '/used',
    laterPage((m) => m.item.used, 'UsedTab'),
  ),
  itemTab(
    '/variants',
    laterPage((m) => m.item.variants, 'VariantsTab'),
  ),
  itemTab(
    '/graph',
    laterPage((m) => m.item.graph, 'GraphTab'),
  ),
  itemTab(
    '/files',
    laterPage((m) => m.item.files, 'FilesTab'),
  ),
  itemTab(
    '/changes',
    laterPage((m) => m.item.changes, 'ChangesTab'),
  ),
  itemTab(
    '/requirements',
    laterPage((m) => m.item.requirements, 'RequirementsTab'),
  ),
  itemTab(
    '/discussion',
    laterPage((m) => m.item.discussion, 'DiscussionTab'),
  ),
  itemTab(
    '/history',
    laterPage((m) => m.item.history, 'HistoryView'),
  ),
])

const search = shellPage(
  '/search',
  laterPage((m) => m.search, 'SearchPage'),
)

const changes = shellPage(
  '/changes',
  lazyRouteComponent(() => import('../changes/changes-page'), 'ChangesPage'),
)

const change = createRoute({
  getParentRoute: () => shell,
  path: '/changes/$ref',
  component: lazyRouteComponent(() => import('../changes/change-page'), 'ChangePage'),
  staticData: { begin: () => import('../changes/begin').then((m) => m.beginChange) },
})

/** A section of a change order by its own address. */
const changeSection = createRoute({
  getParentRoute: () => shell,
  path: '/changes/$ref/$tab',
  beforeLoad: ({ params: { ref, tab } }) => {
    throw redirect({ to: '/changes/$ref', params: { ref }, search: { tab } })
  },
})

const files = shellPage(
  '/files',
  laterPage((m) => m.files, 'FilesPage'),
)

const imports = shellPage(
  '/import',
  laterPage((m) => m.imports, 'ImportPage'),
)

/** What a label's code points to. */
const label = createRoute({
  getParentRoute: () => shell,
  path: '/i/$ref',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/items/$ref', params, search: {} })
  },
})

const designs = shellPage(
  '/designs',
  lazyRouteComponent(() => import('../designs/designs-page'), 'DesignsPage'),
)
const programs = shellPage(
  '/programs',
  laterPage((m) => m.programs, 'ProgramsPage'),
)
const program = shellPage(
  '/programs/$code',
  laterPage((m) => m.program, 'ProgramPage'),
)

/** Whatever no other page answers, within the frame. */
const nowhere = shellPage('$', NotFoundPage)

const sessions = shellPage(
  '/design-engine',
  laterPage((m) => m.sessions, 'SessionsPage'),
)
const session = shellPage(
  '/design-engine/$id',
  laterPage((m) => m.session, 'SessionPage'),
)

const reports = shellPage(
  '/reports',
  laterPage((m) => m.reports, 'ReportsPage'),
)
const newReport = shellPage(
  '/reports/new',
  laterPage((m) => m.builder, 'NewReportPage'),
)
const report = shellPage(
  '/reports/$id',
  laterPage((m) => m.report, 'ReportPage'),
)
const editReport = shellPage(
  '/reports/$id/edit',
  laterPage((m) => m.builder, 'EditReportPage'),
)

const routeTree = root.addChildren([
  login,
  start,
  shell.addChildren([
    home,
    inbox,
    me,
    items,
    parts,
    documents,
    requirements,
    tasks,
    issues,
    itemTabs,
    search,
    files,
    imports,
    changes,
    change,
    changeSection,
    label,
    designs,
    designTabs,
    ...designElsewhere,
    programs,
    program,
    sessions,
    session,
    reports,
    newReport,
    report,
    editReport,
    ...adminPages,
    ...helpPages,
    nowhere,
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch: parseQuery,
  stringifySearch: writeQuery,
  defaultPreload: 'intent',
  defaultPreloadDelay: 40,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    begin?: Begin | undefined
  }
}
