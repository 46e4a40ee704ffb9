/** Whether the dialog for a new record is open: somebody opened it, or came by `?new=1`, as first steps lead here. */

import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useAddress } from './use-address'

export function useNew(): [boolean, Dispatch<SetStateAction<boolean>>] {
  const [address, change] = useAddress()
  const isAsked = address.new !== undefined
  const state = useState(isAsked)
  // The address of the list itself is what is kept, and loaded anew.
  useEffect(() => {
    if (isAsked) change({ new: undefined, about: undefined })
  }, [isAsked, change])
  return state
}
