/** The designs of this cell that others publish, each with the release that came last. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { receivedQuery } from '../api/admin'
import { formatDateTime, formatNumber } from '../kit/format'
import { Section } from '../kit/page'
import styles from './admin.module.css'
import { t } from './texts'

export function ReceivedDesigns() {
  const received = useQuery(receivedQuery).data
  if (!received) return null
  const guide = (
    <Link to="/help/$guide" params={{ guide: 'cells' }} className="link">
      {t('receivedGuide')}
    </Link>
  )
  return (
    <Section title={t('received')} actions={guide}>
      {received.length === 0 && <p className="muted">{t('nothingReceived')}</p>}
      {received.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
        <section className={styles.tableBox} aria-label={t('received')} tabIndex={0}>
          <table className={styles.table} aria-label={t('received')}>
            <thead>
              <tr>
                <th scope="col">{t('forDesign')}</th>
                <th scope="col">{t('receivedFrom')}</th>
                <th scope="col">{t('receivedCommit')}</th>
                <th scope="col">{t('receivedAt')}</th>
              </tr>
            </thead>
            <tbody>
              {received.map((design) => (
                <tr key={design.designId}>
                  <th scope="row">
                    <Link to="/designs/$code" params={{ code: design.designCode }} className="link">
                      {design.designCode}
                    </Link>
                  </th>
                  <td>{t('codeOfCell', { cell: design.cell, code: design.code })}</td>
                  <td>
                    {t('commitOf', {
                      number: formatNumber(design.number),
                      when: formatDateTime(design.committedAt),
                    })}
                  </td>
                  <td>{formatDateTime(design.receivedAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Section>
  )
}
