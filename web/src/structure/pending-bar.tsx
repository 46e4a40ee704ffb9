/**
 * The edits that wait: how many, taken back, given again, saved at once. All of it stands left, since what was
 * refused is told in the lower right corner until it is closed.
 */

import { Redo2, Save, Undo2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button, IconButton } from '../kit/button'
import { caps, useShortcut } from '../kit/shortcuts'
import { LARGEST_SAVE } from './edits'
import styles from './structure.module.css'
import { t } from './texts'
import type { Editing } from './use-editing'

const SaveProblems = lazy(() =>
  import('./save-problems').then((m) => ({ default: m.SaveProblems })),
)

export function PendingBar({ editing }: { editing: Editing }) {
  const { count, refused } = editing
  const isOn = count > 0 || editing.canRedo
  const tooMany = count > LARGEST_SAVE && t('tooManyRows', { count, most: LARGEST_SAVE })
  const reason = count > 0 ? tooMany || null : t('nothingToSave')
  useShortcut('mod+s', t('save'), editing.save, { isOn: reason === null })
  return (
    <>
      {isOn && (
        <div className={styles.pending} role="status">
          <b>{t('pending', { count })}</b>
          <IconButton
            icon={Undo2}
            label={t('undo')}
            shortcut="Ctrl+Z"
            reason={editing.canUndo ? null : t('nothingToUndo')}
            onClick={editing.undo}
          />
          <IconButton
            icon={Redo2}
            label={t('redo')}
            shortcut="Ctrl+Y"
            reason={editing.canRedo ? null : t('nothingToRedo')}
            onClick={editing.redo}
          />
          <Button onClick={editing.discard}>{t('discard')}</Button>
          <Button
            kind="primary"
            icon={Save}
            shortcut={caps('mod+s').join('+')}
            reason={reason}
            aria-busy={editing.isSaving}
            onClick={editing.save}
          >
            {t('save')}
          </Button>
          {tooMany && <span>{tooMany}</span>}
        </div>
      )}
      <Suspense>{refused && <SaveProblems editing={editing} refused={refused} />}</Suspense>
    </>
  )
}
