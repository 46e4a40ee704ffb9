/** Signing on by a password, with the code of an authenticator app where the account has one. */

import { request } from './client'
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
