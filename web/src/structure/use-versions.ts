/** The versions in which an item can be looked at: main, branches, releases, commits. */

import { useQuery } from '@tanstack/react-query'
import { branchesQuery, commitsQuery } from '../api/designs'
import { revisionsQuery } from '../api/items'
import { formatDateTime, formatWhen } from '../kit/format'
import { commitText } from '../records/commit-text'
import type { StructureProps } from './structure-view'
import { t } from './texts'

export interface VersionGroup {
  label: string
  versions: { at: string; label: string }[]
}

interface Released {
  revision: string
  releasedAt: string | null
  /** Left out by servers that do not tell it. */
  releaseCommitId?: string | null
}

export function useVersions({ id, designId }: StructureProps): VersionGroup[] {
  const isOn = designId !== null
  const branches = useQuery({ ...branchesQuery(designId ?? ''), enabled: isOn }).data?.branches
  const main = branches?.find((branch) => branch.kind === 'main')
  const commits = useQuery({
    ...commitsQuery(designId ?? '', main?.id ?? ''),
    enabled: main !== undefined,
  }).data?.commits
  const revisions = useQuery({ ...revisionsQuery(id), enabled: id !== '' }).data?.revisions
  const groups: VersionGroup[] = [
    {
      label: t('branches'),
      versions: [
        { at: '', label: t('main') },
        ...(branches ?? [])
          .filter((branch) => branch.kind !== 'main' && !branch.isArchived)
          .map((branch) => ({ at: branch.name, label: branch.name })),
      ],
    },
    {
      label: t('releases'),
      versions: (revisions ?? []).flatMap(({ revision, releaseCommitId, releasedAt }: Released) =>
        releaseCommitId
          ? [{ at: releaseCommitId, label: `${revision}, ${formatDateTime(releasedAt)}` }]
          : [],
      ),
    },
    {
      label: t('commits'),
      versions: (commits ?? []).map(({ id: at, message, createdAt }) => ({
        at,
        label: `${formatWhen(createdAt)} ${commitText(message)}`,
      })),
    },
  ]
  return groups.filter((group) => group.versions.length > 0)
}
