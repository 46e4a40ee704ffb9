/** What is said of a change, and below it of its items, of their lines and files. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Difference, differencesQuery } from '../api/changes'
import type { ChangeOrder } from '../api/types'
import { Discussion } from '../comments/discussion'
import { PageBody } from '../kit/page'
import { itemAddress } from '../records/item-address'
import styles from './said.module.css'
import { t } from './texts'

export function DiscussionView({ order }: { order: Pick<ChangeOrder, 'id' | 'itemNumber'> }) {
  const items = useQuery(differencesQuery(order.id)).data?.items ?? []
  return (
    <PageBody>
      <Discussion subject={`change:${order.id}`} />
      {items
        .filter(({ comments }) => comments.length > 0)
        .map((item) => (
          <section key={item.entryId} className={styles.said} aria-label={item.itemNumber}>
            <h2>
              <Link to={itemAddress(item, '', `eco/${order.itemNumber}`)} className="link">
                <span className="mono">{item.itemNumber}</span> {item.name}
              </Link>
            </h2>
            {item.comments.map(({ subject }) => (
              <Said key={subject} item={item} subject={subject} />
            ))}
          </section>
        ))}
    </PageBody>
  )
}

/** One thread or more, under the name of the line or file that they are about. */
function Said({ item, subject }: { item: Difference; subject: string }) {
  const name = partName(item, subject)
  return (
    <>
      {name && <h3>{name}</h3>}
      <Discussion subject={subject} isBrief />
    </>
  )
}

function partName({ bom, files }: Difference, subject: string): string | undefined {
  const id = subject.slice(subject.indexOf(':') + 1)
  const line = [...bom.added, ...bom.removed, ...bom.changed].find(
    ({ relationshipId }) => relationshipId === id,
  )
  if (line) return t('line', { number: line.itemNumber })
  const every = [...files.added, ...files.removed, ...files.versioned]
  return every.find(({ fileId }) => fileId === id)?.originalFileName
}
