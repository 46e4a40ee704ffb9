/** The palette: everything that can be found and done, from one field. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, Footprints, ScanLine, Search } from 'lucide-react'
import { type RefObject, useDeferredValue, useState } from 'react'
import { type Hit, searchQuery } from '../api/search'
import { tourStep } from '../help/tour-step'
import { Palette, type PaletteEntry, type PaletteGroup } from '../kit/palette'
import { StateMark } from '../records/state-mark'
import { hitAddress, hitIcon, kindText } from './hits'
import { t } from './texts'

interface SearchPaletteProps {
  early: RefObject<HTMLInputElement | null>
  commands: readonly PaletteEntry[]
  onClose: () => void
}

const HITS = 8

export function SearchPalette({ early, commands, onClose }: SearchPaletteProps) {
  const [typed, setTyped] = useState(() => early.current?.value ?? '')
  const [wasEntered] = useState(() => typed !== '' && early.current?.dataset.last === 'Enter')
  const text = useDeferredValue(typed.trim())
  const navigate = useNavigate()
  const found = useQuery(searchQuery(text, HITS))
  const told = useGuideEntries(text, navigate)
  const records = text === '' ? [] : (found.data ?? [])
  const groups: PaletteGroup[] = records.map((group) => ({
    title: kindText(group.kind),
    entries: group.hits.flatMap((hit) => {
      const to = hitAddress(hit)
      return to === null ? [] : [hitEntry(hit, () => void navigate({ to }))]
    }),
  }))
  const [scan, ...others] = ownCommands(navigate)
  // A telephone is what one scans with.
  const isPhone = window.matchMedia('(max-width: 720px)').matches
  const own =
    isPhone && scan ? [scan, ...commands, ...others] : [...commands, ...ownCommands(navigate)]
  const fitting = own.filter((one) => words(one.label, text))
  groups.push({ title: t('commands'), entries: fitting })
  groups.push({ title: t('guides'), entries: told })
  if (text !== '') groups.push({ title: t('page'), entries: [allResults(text, navigate)] })
  return (
    <Palette
      title={t('title')}
      placeholder={t('placeholder')}
      text={typed}
      groups={groups}
      empty={found.isFetching ? t('searching') : t('nothing', { text })}
      hint={t('hint')}
      wasEntered={wasEntered}
      isSettled={text === typed.trim() && !found.isFetching}
      onText={setTyped}
      onClose={onClose}
    />
  )
}

function hitEntry(hit: Hit, run: () => void): PaletteEntry {
  return {
    id: hit.id,
    icon: hitIcon(hit),
    code: hit.number ?? undefined,
    label: hit.name,
    aside: hit.state && <StateMark state={hit.state} />,
    run,
  }
}

type Navigate = ReturnType<typeof useNavigate>

function ownCommands(navigate: Navigate): PaletteEntry[] {
  return [
    {
      id: 'scan',
      icon: ScanLine,
      label: t('scan'),
      run: () => void navigate({ to: '/search', search: { scan: '1' } }),
    },
    { id: 'help', icon: BookOpen, label: t('help'), run: () => void navigate({ to: '/help' }) },
    { id: 'tour', icon: Footprints, label: t('tour'), run: () => tourStep.set(0) },
  ]
}

const PLACES = 5
const SHORTEST = 3

/** What the guides say of it; they are loaded once somebody looks for something. */
function useGuideEntries(text: string, navigate: Navigate): PaletteEntry[] {
  const isAsked = text.length >= SHORTEST
  const found = useQuery({
    queryKey: ['guides', text],
    queryFn: async () => (await import('../help/find')).findInGuides(text, PLACES),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })
  if (!isAsked) return []
  return (found.data ?? []).map(({ guide, title, heading, id }) => ({
    id: `guide ${guide} ${id ?? ''}`,
    icon: BookOpen,
    label: heading ? `${title}: ${heading}` : title,
    run: () => void navigate({ to: '/help/$guide', params: { guide }, hash: id }),
  }))
}

/** Whether every word typed begins or is in the label. */
function words(label: string, text: string): boolean {
  const lower = label.toLocaleLowerCase()
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

function allResults(text: string, navigate: Navigate): PaletteEntry {
  return {
    id: 'all',
    icon: Search,
    label: t('all', { text }),
    run: () => void navigate({ to: '/search', search: { q: text } }),
  }
}
