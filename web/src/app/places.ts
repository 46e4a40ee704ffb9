/** Where one can go from everywhere. */

import {
  Boxes,
  Bug,
  ChartColumn,
  ClipboardList,
  DraftingCompass,
  Files,
  FileText,
  FolderKanban,
  GitPullRequestArrow,
  House,
  Import,
  ListChecks,
  type LucideIcon,
  Settings2,
  Sparkles,
} from 'lucide-react'
import { mayDo } from '../api/account'
import type { Me } from '../api/types'
import type { t } from './texts'

export interface Place {
  to:
    | '/'
    | '/me'
    | '/parts'
    | '/documents'
    | '/requirements'
    | '/designs'
    | '/programs'
    | '/files'
    | '/import'
    | '/changes'
    | '/tasks'
    | '/issues'
    | '/reports'
    | '/design-engine'
    | '/admin'
  icon: LucideIcon
  label: Parameters<typeof t>[0]
}

export interface PlaceGroup {
  label: Parameters<typeof t>[0]
  places: readonly Place[]
}

/** For those who may tend other people's accounts, roles or workflows. */
export const ADMINISTRATION: Place = {
  to: '/admin',
  icon: Settings2,
  label: 'administration',
}

const TENDING = ['users.update', 'roles.update', 'workflows.update', 'system.manage']

/** What the person finds in the menu. */
export function placeGroupsFor(me: Me | undefined): readonly PlaceGroup[] {
  const groups = placeGroups.map(({ label, places }) => ({
    label,
    places: places.filter(({ to }) => to !== '/import' || mayDo(me, 'imports.create')),
  }))
  if (!TENDING.some((permission) => mayDo(me, permission))) return groups
  return [...groups, { label: 'server', places: [ADMINISTRATION] }]
}

export const HOME: Place = { to: '/', icon: House, label: 'home' }

const placeGroups: readonly PlaceGroup[] = [
  {
    label: 'product',
    places: [
      { to: '/parts', icon: Boxes, label: 'parts' },
      { to: '/documents', icon: FileText, label: 'documents' },
      { to: '/requirements', icon: ListChecks, label: 'requirements' },
      { to: '/files', icon: Files, label: 'files' },
      { to: '/designs', icon: DraftingCompass, label: 'designs' },
      { to: '/programs', icon: FolderKanban, label: 'programs' },
      { to: '/design-engine', icon: Sparkles, label: 'engine' },
      { to: '/reports', icon: ChartColumn, label: 'reports' },
      { to: '/import', icon: Import, label: 'import' },
    ],
  },
  {
    label: 'change',
    places: [
      { to: '/changes', icon: GitPullRequestArrow, label: 'changes' },
      { to: '/issues', icon: Bug, label: 'issues' },
      { to: '/tasks', icon: ClipboardList, label: 'tasks' },
    ],
  },
]
