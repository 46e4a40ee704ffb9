/** The palette with what can be done from everywhere. */

import type { RefObject } from 'react'
import { SearchPalette } from '../search/search-palette'
import { useCommands } from './use-commands'

interface CommandPaletteProps {
  /** Where one types until the palette has come. */
  early: RefObject<HTMLInputElement | null>
  onShortcuts: () => void
  onClose: () => void
}

export function CommandPalette({ early, onShortcuts, onClose }: CommandPaletteProps) {
  return <SearchPalette early={early} commands={useCommands(onShortcuts)} onClose={onClose} />
}
