/** One's own second factor: codes of an authenticator app. */

import { queryOptions } from '@tanstack/react-query'
import { request } from './client'
import { problemOf } from './problem'

const PATH = '/api/auth/second-factor'

export interface SecondFactor {
  isOn: boolean
  isRequired: boolean
  recoveryCodesLeft: number
}

export interface NewSecondFactor {
  secret: string
  address: string
  qrCode: string
}

export const secondFactorKey = ['second-factor'] as const

/** Null at an older server, which knows none. */
export const secondFactorQuery = queryOptions({
  queryKey: secondFactorKey,
  queryFn: async (): Promise<SecondFactor | null> => {
    try {
      return (await request<SecondFactor>('GET', PATH)).record
    } catch (error) {
      if (problemOf(error).status !== 404) throw error
      return null
    }
  },
})

export async function beginSecondFactor(password: string): Promise<NewSecondFactor> {
  return (await request<NewSecondFactor>('POST', PATH, { body: { password } })).record
}

export async function confirmSecondFactor(code: string): Promise<readonly string[]> {
  const { record } = await request<{ recoveryCodes: string[] }>('POST', `${PATH}/confirm`, {
    body: { code },
  })
  return record.recoveryCodes
}

export async function endSecondFactor(password: string): Promise<void> {
  await request('DELETE', PATH, { body: { password } })
}
