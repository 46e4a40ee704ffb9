/** How found records look and where they lead. */

import {
  Boxes,
  Bug,
  ClipboardList,
  DraftingCompass,
  FileText,
  FolderKanban,
  GitPullRequestArrow,
  ListChecks,
  type LucideIcon,
} from 'lucide-react'
import type { Hit, HitKind } from '../api/search'
import { itemAddress } from '../records/item-address'
import { t } from './texts'

const KINDS: Readonly<Record<HitKind, LucideIcon>> = {
  item: Boxes,
  changeOrder: GitPullRequestArrow,
  design: DraftingCompass,
  program: FolderKanban,
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

export function hitAddress(hit: Hit): string {
  const number = encodeURIComponent(hit.number)
  if (hit.kind === 'changeOrder') return `/changes/${number}`
  if (hit.kind === 'design') return `/designs/${number}`
  if (hit.kind === 'program') return `/programs/${number}`
  return itemAddress({ itemNumber: hit.number })
}

export function kindText(kind: HitKind): string {
  const names = { item: 'items', changeOrder: 'changeOrders', design: 'designs' } as const
  return t(kind === 'program' ? 'programs' : names[kind])
}
