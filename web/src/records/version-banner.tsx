/** Says that a page shows a branch or how it was, and leads back to main. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GitBranch, History } from 'lucide-react'
import { commitQuery } from '../api/commits'
import { isUnknown, type Version } from '../api/context'
import { buttonClass } from '../kit/button'
import { formatDateTime } from '../kit/format'
import { commitText } from './commit-text'
import styles from './records.module.css'
import { t } from './texts'

export function VersionBanner({ version }: { version: Version }) {
  const commit = useQuery({
    ...commitQuery(version.context.commitId ?? ''),
    enabled: version.context.commitId !== undefined,
  })
  const isMissing = isUnknown(version)
  const Icon = version.kind === 'branch' ? GitBranch : History
  const name = version.at ?? ''
  const when = formatDateTime(commit.data?.createdAt)
  const order = !isMissing && name.startsWith('eco/') && name.slice(4)
  return (
    <div className={styles.banner} role="status">
      <Icon size={15} />
      <span>
        {isMissing && t('noBranch', { name })}
        {version.kind === 'branch' && t('onBranch', { name })}
        {version.context.commitId && t('asOf', { when })}
        {commit.data?.message && <em>{commitText(commit.data.message)}</em>}
      </span>
      {order && (
        <Link to="/changes/$ref" params={{ ref: order }} className={buttonClass({})}>
          {order}
        </Link>
      )}
      <Link to="." search={(now) => ({ ...now, at: undefined })} className={buttonClass({})}>
        {t('toMain')}
      </Link>
    </div>
  )
}
