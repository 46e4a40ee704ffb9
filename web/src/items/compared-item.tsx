/** Fields and files of an item in two versions, or of two items, side by side. */

import { useQuery } from '@tanstack/react-query'
import type { CompareSide } from '../api/compare'
import { type FileRecord, itemFilesQuery } from '../api/files'
import { itemQuery } from '../api/items'
import { FilePictures } from '../files/file-pictures'
import { ItselfCompared } from '../versions/differences'
import { comparedFields, comparedFiles, fileRow } from './compared-fields'
import styles from './items.module.css'
import { t } from './texts'

interface Side {
  name: string
  side: CompareSide | null
}

function useSide(side: CompareSide | null) {
  const { itemId, ...context } = side ?? { itemId: '' }
  const enabled = side !== null
  const item = useQuery({ ...itemQuery(itemId, context), enabled })
  const files = useQuery({ ...itemFilesQuery(itemId, context), enabled })
  return { item: item.data?.record, files: files.data?.files, context }
}

/** Nothing where a file stands on one side, and where nothing differs. */
export function ComparedItem({ left, right }: { left: Side; right: Side }) {
  const [before, after] = [useSide(left.side), useSide(right.side)]
  if (!before.item || !after.item || !before.files || !after.files) return null
  const fields = comparedFields(before.item, after.item)
  const files = comparedFiles(before.files, after.files)
  if (fields.length + files.length === 0) return null
  const placed = (file: FileRecord | null, { context }: typeof before) =>
    file && { id: file.id, version: file.version, ...context }
  return (
    <section className={styles.itself} aria-label={t('itself')}>
      <ItselfCompared rows={[...fields, ...files.map(fileRow)]} sides={[left.name, right.name]}>
        {files.map(({ name, ...pair }) => (
          <FilePictures
            key={pair.before?.id ?? pair.after?.id}
            name={name}
            isNamed
            before={placed(pair.before, before)}
            after={placed(pair.after, after)}
          />
        ))}
      </ItselfCompared>
    </section>
  )
}
