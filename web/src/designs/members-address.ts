/** The page that tells who sees a design: that of its program, or its own where everybody does. */

import { designByCodeQuery } from '../api/designs'
import { programsQuery } from '../api/programs'
import { queryClient } from '../api/query-client'

export async function membersAddress(code: string): Promise<string> {
  const design = (await queryClient.fetchQuery(designByCodeQuery(code)))?.record
  const { programs } = await queryClient.fetchQuery(programsQuery)
  const program = programs.find(({ id }) => id === design?.programId)
  if (program) return `/programs/${encodeURIComponent(program.code)}`
  return `/designs/${encodeURIComponent(code)}`
}
