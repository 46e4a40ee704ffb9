/** How found records look and where they lead. */

import {
  Boxes,
  Bug,
  ClipboardList,
  DraftingCompass,
  File,
  FileText,
  FolderKanban,
  GitPullRequestArrow,
  ListChecks,
  type LucideIcon,
  Table2,
  UserRound,
} from 'lucide-react'
import type { Hit, HitKind } from '../api/search'
import { t } from './texts'

const KINDS: Readonly<Record<HitKind, LucideIcon>> = {
  item: Boxes,
  changeOrder: GitPullRequestArrow,
  design: DraftingCompass,
  program: FolderKanban,
  file: File,
  report: Table2,
  user: UserRound,
}
const TYPES: Readonly<Record<string, LucideIcon>> = {
  Document: FileText,
  Requirement: ListChecks,
  Task: ClipboardList,
  Issue: Bug,
}

export function hitIcon(hit: Hit): LucideIcon {
  return TYPES[hit.type ?? ''] ?? KINDS[hit.kind]
}

/** Where a hit leads; null for what has no page of its own yet. */
export function hitAddress(hit: Hit): string | null {
  const number = hit.number === null ? null : encodeURIComponent(hit.number)
  if (hit.kind === 'file' && hit.url.startsWith('/items/')) return `${hit.url}?file=${hit.id}`
  if (number === null) return null
  const pages = { item: 'items', changeOrder: 'changes', design: 'designs', program: 'programs' }
  const page = pages[hit.kind as keyof typeof pages]
  return page ? `/${page}/${number}` : null
}

const NAMES = {
  item: 'items',
  changeOrder: 'changeOrders',
  design: 'designs',
  program: 'programs',
  file: 'files',
  report: 'reports',
  user: 'users',
} as const

export function kindText(kind: HitKind): string {
  return t(NAMES[kind])
}
