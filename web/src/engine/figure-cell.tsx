/** A figure that is edited where it stands; what is typed and is none is said, and changes nothing. */

import { notify } from '../kit/toast'
import { EditCell } from './edit-cell'
import { writeFigure } from './figures'
import { t } from './texts'

interface FigureCellProps {
  label: string
  value: number | string | null
  /** As it reads where it is not edited. */
  shown?: string
  /** Shown where there is nothing; without it there has to be something. */
  empty?: string
  reason: string | null
  read: (text: string) => number | null
  onSave: (value: number | null) => void
}

export function FigureCell({ value, empty, read, onSave, ...rest }: FigureCellProps) {
  const save = (text: string) => {
    const figure = read(text)
    if (figure !== null || (text === '' && empty !== undefined)) onSave(figure)
    else notify({ kind: 'bad', text: t('noFigure', { label: rest.label, typed: text || '–' }) })
  }
  return <EditCell {...rest} value={writeFigure(value)} empty={empty} onSave={save} />
}
