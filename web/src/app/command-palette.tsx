/** The palette with what can be done from everywhere. */

import { SearchPalette } from '../search/search-palette'
import { useCommands } from './use-commands'

interface CommandPaletteProps {
  onShortcuts: () => void
  onClose: () => void
}

export function CommandPalette({ onShortcuts, onClose }: CommandPaletteProps) {
  return <SearchPalette commands={useCommands(onShortcuts)} onClose={onClose} />
}
