/** Records as the server describes them. */

import type { paths } from './schema'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Ok = 200 | 201 | 207

/** What `data` is in a good answer of a call. */
export type Answer<P extends keyof paths, M extends Method> = paths[P] extends {
  [K in M]: { responses: infer R }
}
  ? {
      [S in keyof R & Ok]: R[S] extends { content: { 'application/json': { data: infer D } } }
        ? D
        : never
    }[keyof R & Ok]
  : never

export type Me = Answer<'/api/users/me', 'get'>
export type Item = Answer<'/api/items/{item_id}', 'get'>
export type ItemPage = Answer<'/api/items', 'get'>
export type Design = Answer<'/api/designs/{design_id}', 'get'>
export type Program = Answer<'/api/programs/{program_id}', 'get'>
export type ChangeOrder = Answer<'/api/change-orders/{order_id}', 'get'>
