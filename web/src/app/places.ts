/** Where one can go from everywhere. */

import {
  Boxes,
  Bug,
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
} from 'lucide-react'
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
  icon: LucideIcon
  label: Parameters<typeof t>[0]
}

export interface PlaceGroup {
  label: Parameters<typeof t>[0]
  places: readonly Place[]
}

export const HOME: Place = { to: '/', icon: House, label: 'home' }

export const placeGroups: readonly PlaceGroup[] = [
  {
    label: 'product',
    places: [
      { to: '/parts', icon: Boxes, label: 'parts' },
      { to: '/documents', icon: FileText, label: 'documents' },
      { to: '/requirements', icon: ListChecks, label: 'requirements' },
      { to: '/files', icon: Files, label: 'files' },
      { to: '/designs', icon: DraftingCompass, label: 'designs' },
      { to: '/programs', icon: FolderKanban, label: 'programs' },
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
