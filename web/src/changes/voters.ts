/** Who is asked to vote; pure. The server decides: this keeps people from pressing in vain. */

interface Voter {
  id: string
  roles: readonly { id: string }[]
}

interface Vote {
  stateId: string
  vote: 'approve' | 'reject' | null
  approver: { userId?: string | null; roleId?: string | null }
}

interface Votes {
  currentState: { id: string } | null
  approvals: readonly Vote[]
}

/** Who is named in the state votes, and where nobody is, whoever may approve; the named are awaited until they have voted. */
export function mayVote(
  me: Voter,
  mayApprove: boolean,
  { currentState, approvals }: Votes,
  authorId?: string,
): boolean {
  const roles = new Set(me.roles.map(({ id }) => id))
  const here = approvals.filter(({ stateId }) => stateId === currentState?.id)
  const isNamed = here.some(
    ({ approver: { userId, roleId } }) =>
      (!userId || userId === me.id) && (!roleId || roles.has(roleId)),
  )
  // Authors vote where they are named alone.
  const isOpen = mayApprove && me.id !== authorId && here.every(({ vote }) => vote !== null)
  return isNamed || isOpen
}
