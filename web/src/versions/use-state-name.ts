/** What a state is called: main, a branch by its name, a commit by its time. */

import { useQuery } from '@tanstack/react-query'
import { commitQuery } from '../api/commits'
import { formatDateTime } from '../kit/format'
import { commitText } from '../records/commit-text'

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export function useStateName(at: string): string {
  const isCommit = UUID.test(at)
  const commit = useQuery({ ...commitQuery(at), enabled: isCommit }).data
  if (!isCommit) return at || 'main'
  return commit ? `${formatDateTime(commit.createdAt)}, ${commitText(commit.message)}` : '…'
}
