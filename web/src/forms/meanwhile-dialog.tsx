/** Somebody else saved first: both values of all that differs, and a choice. */

import { Button } from '../kit/button'
import { Dialog, DialogBody, DialogFoot } from '../kit/dialog'
import styles from './forms.module.css'
import { late } from './late'
import { t } from './texts'

const LastAct = late(async () => (await import('./last-act')).LastAct)

export interface BothValues {
  label: string
  mine: string
  theirs: string
}

interface MeanwhileDialogProps {
  /** What was saved, as people call it. */
  name: string
  /** By which the audit trail knows it. */
  id: string
  values: readonly BothValues[]
  held: { goBack: () => void; takeMine: () => void; takeTheirs: () => void }
}

export function MeanwhileDialog({ name, id, values, held }: MeanwhileDialogProps) {
  return (
    <Dialog title={t('meanwhile')} onClose={held.goBack} wide>
      <DialogBody>
        <p>{t(values.length > 0 ? 'meanwhileNote' : 'meanwhileSame', { name })}</p>
        <LastAct id={id} />
        {values.length > 0 && (
          <table className={styles.meanwhile} aria-label={t('bothValues')}>
            <thead>
              <tr>
                <td />
                <th scope="col">{t('yours')}</th>
                <th scope="col">{t('theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {values.map(({ label, mine, theirs }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{mine || '–'}</td>
                  <td>{theirs || '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={held.takeTheirs}>{t('takeTheirs')}</Button>
        <Button kind="primary" onClick={held.takeMine}>
          {t('takeMine')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
