/** The design of the page, which the page around it has loaded. */

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { branchesQuery, designByCodeQuery } from '../api/designs'

export function useDesign() {
  const { code = '' } = useParams({ strict: false })
  return useQuery(designByCodeQuery(code)).data?.record
}

export function useBranches(designId: string | undefined) {
  const found = useQuery({ ...branchesQuery(designId ?? ''), enabled: designId !== undefined })
  return found.data?.branches
}
