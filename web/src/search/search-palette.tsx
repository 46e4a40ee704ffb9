/** The palette: everything that can be found and done, from one field. */

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { type Hit, searchQuery } from '../api/search'
import { Palette, type PaletteEntry, type PaletteGroup } from '../kit/palette'
import { StateMark } from '../records/state-mark'
import { hitAddress, hitIcon, kindText } from './hits'
import { t } from './texts'

interface SearchPaletteProps {
  commands: readonly PaletteEntry[]
  onClose: () => void
}

const HITS = 8

export function SearchPalette({ commands, onClose }: SearchPaletteProps) {
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed.trim())
  const navigate = useNavigate()
  const found = useQuery(searchQuery(text, HITS))
  const records = text === '' ? [] : (found.data ?? [])
  const groups: PaletteGroup[] = records.map((group) => ({
    title: kindText(group.kind),
    entries: group.hits.flatMap((hit) => {
      const to = hitAddress(hit)
      return to === null ? [] : [hitEntry(hit, () => void navigate({ to }))]
    }),
  }))
  const fitting = commands.filter((one) => words(one.label, text))
  groups.push({ title: t('commands'), entries: fitting })
  if (text !== '') groups.push({ title: t('page'), entries: [allResults(text, navigate)] })
  return (
    <Palette
      title={t('title')}
      placeholder={t('placeholder')}
      groups={groups}
      empty={found.isFetching ? t('searching') : t('nothing', { text })}
      hint={t('hint')}
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

/** Whether every word typed begins or is in the label. */
function words(label: string, text: string): boolean {
  const lower = label.toLocaleLowerCase()
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

function allResults(text: string, navigate: ReturnType<typeof useNavigate>): PaletteEntry {
  return {
    id: 'all',
    icon: Search,
    label: t('all', { text }),
    run: () => void navigate({ to: '/search', search: { q: text } }),
  }
}
