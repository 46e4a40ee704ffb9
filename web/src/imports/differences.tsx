/** Which values of known parts a list changes, and by what its rows were known. */

import type { ImportAnswer } from '../api/imports'
import styles from './imports.module.css'
import { shownValue } from './shown-value'
import { t } from './texts'

const SHOWN = 50

export function Differences({ answer }: { answer: ImportAnswer }) {
  const { changes, matches, shownChanges } = answer.plan
  const count = Math.max(shownChanges, changes.length)
  return (
    <>
      {count > 0 && (
        <details>
          <summary>{t('differences', { count })}</summary>
          <table className={styles.columns}>
            <tbody>
              {changes.slice(0, SHOWN).map(({ itemNumber, field, from, to }) => (
                <tr key={`${itemNumber} ${field}`}>
                  <td className="mono">{itemNumber}</td>
                  <td className="muted">{field}</td>
                  <td>
                    <del>{shownValue(from)}</del> → <ins>{shownValue(to)}</ins>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <More count={count - SHOWN} />
        </details>
      )}
      {matches.length > 0 && (
        <details>
          <summary>{t('known', { count: matches.length })}</summary>
          <table className={styles.columns}>
            <tbody>
              {matches.slice(0, SHOWN).map(({ row, itemNumber, by }) => (
                <tr key={row}>
                  <td className="muted">{t('row', { row })}</td>
                  <td className="mono">{itemNumber}</td>
                  <td className="muted">{by}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <More count={matches.length - SHOWN} />
        </details>
      )}
    </>
  )
}

function More({ count }: { count: number }) {
  return count > 0 ? <p className="muted">{t('andMore', { count })}</p> : null
}
