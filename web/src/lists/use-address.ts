/** The query of the page's address, and how to change it. */

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Query } from '../api/client'

export type ChangeAddress = (changes: Query, replace?: boolean) => void

export function useAddress(): [Query, ChangeAddress] {
  const query = useSearch({ strict: false }) as Query
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Query, replace = true) => {
      void navigate({ to: '.', search: (now: Query) => ({ ...now, ...changes }), replace })
    },
    [navigate],
  )
  return [query, change]
}
