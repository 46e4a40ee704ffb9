/** Signing on by a password, with the code of an authenticator app where the account has one. */

import { queryOptions } from '@tanstack/react-query'
import { createStore } from '../kit/store'
import { request } from './client'
import { keys } from './keys'
import { problemOf } from './problem'

export interface Credentials {
  email: string
  password: string
  code?: string
}

interface Session {
  needsSecondFactor?: boolean
}

/** Whether the session may do nothing but set up a second factor. */
export async function signIn(credentials: Credentials): Promise<boolean> {
  const send = (body: object) => request<Session>('POST', '/api/auth/login', { body })
  try {
    const { record } = await send({ ...credentials, cookieOnly: true })
    return record.needsSecondFactor === true
  } catch (error) {
    // A server from before `cookieOnly` names it as a key that it does not know.
    const isUnknown = problemOf(error).details.some((detail) => detail.field === 'cookieOnly')
    if (!isUnknown) throw error
    await send(credentials)
    return false
  }
}

export interface SignOnMethods {
  password: boolean
  oidc: { name: string } | null
  firstStart?: boolean
  sendsMail?: boolean
}

interface SentMethods {
  password?: boolean
  oidc?: { name?: string } | string | null
  isFirstStart?: boolean
  sendsMail?: boolean
}

/** How one can sign on here; an older server takes passwords. */
export const methodsQuery = queryOptions({
  queryKey: keys.methods,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<SignOnMethods> => {
    try {
      const { record } = await request<SentMethods>('GET', '/api/auth/methods')
      const { oidc } = record
      const name = typeof oidc === 'string' ? oidc : (oidc?.name ?? '')
      return {
        password: record.password !== false,
        oidc: oidc ? { name } : null,
        firstStart: record.isFirstStart,
        sendsMail: record.sendsMail,
      }
    } catch (error) {
      if (problemOf(error).status !== 404) throw error
      return { password: true, oidc: null }
    }
  },
})

/** The password that the first person just signed on with, until they chose one; in memory only. */
export const firstPassword = createStore('')
