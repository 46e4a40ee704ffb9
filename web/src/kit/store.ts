/** A value outside React that components can read. */

import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Kept in this browser; broken or foreign content counts as nothing. */
export function createStoredStore<T>(
  key: string,
  initial: T,
  check: (v: unknown) => v is T,
): Store<T> {
  const store = createStore<T>(read(key, check) ?? initial)
  store.subscribe(() => {
    try {
      localStorage.setItem(key, JSON.stringify(store.get()))
    } catch {
      // A browser without storage keeps the choice until the page closes.
    }
  })
  return store
}

function read<T>(key: string, check: (v: unknown) => v is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return check(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
