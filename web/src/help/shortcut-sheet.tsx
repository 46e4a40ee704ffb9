/** All keys that act here and now. */

import { Dialog, DialogBody } from '../kit/dialog'
import { CheckField } from '../kit/field'
import { caps, type Shortcut, shortcutList, singleKeys } from '../kit/shortcuts'
import { useStore } from '../kit/store'
import styles from './shortcut-sheet.module.css'
import { t } from './texts'

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const all = useStore(shortcutList)
  const single = useStore(singleKeys)
  return (
    <Dialog title={t('shortcuts')} onClose={onClose} wide>
      <DialogBody>
        <div className={styles.groups}>
          {(['general', 'page'] as const).map((group) => (
            <Group key={group} title={t(group)} all={all.filter((one) => one.group === group)} />
          ))}
        </div>
        <CheckField
          label={t('singleKeys')}
          checked={single}
          onChange={(event) => singleKeys.set(event.target.checked)}
        />
        <p className="muted">{t('shortcutsNote')}</p>
        <p className="muted">{t('gridNote')}</p>
      </DialogBody>
    </Dialog>
  )
}

function Group({ title, all }: { title: string; all: readonly Shortcut[] }) {
  if (all.length === 0) return null
  const labels = [...new Set(all.map((one) => one.label))]
  return (
    <section>
      <h2>{title}</h2>
      <dl className={styles.list}>
        {labels.map((label) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {all
                .filter((one) => one.label === label)
                .map((one) => (
                  <Keys key={one.keys} keys={one.keys} />
                ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Keys({ keys }: { keys: string }) {
  return caps(keys).map((cap) => (
    <kbd key={cap} className={styles.cap}>
      {cap}
    </kbd>
  ))
}
