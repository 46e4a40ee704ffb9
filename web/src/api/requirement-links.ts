/** Which parts a requirement is met by: references from it to them. */

import { request } from './client'
import type { WriteHeaders } from './write'

export interface RequirementLink {
  requirementId: string
  targetId: string
  /** The reference that goes away; a new one is made without. */
  linkId?: string
}

export function linkRequirement(link: RequirementLink, headers: WriteHeaders): Promise<unknown> {
  const sent = { headers: { ...headers } }
  if (link.linkId) return request('DELETE', `/api/relationships/${link.linkId}`, sent)
  const body = { targetId: link.targetId, type: 'reference' }
  return request('POST', `/api/items/${link.requirementId}/relationships`, { ...sent, body })
}
