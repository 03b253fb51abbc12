// A value that parts of the page watch: what is not the state of one part alone (who is signed in, the language, where we are).

import { useEffect, useState } from 'preact/hooks'

export interface Store<T> {
  get(): T
  set(value: T): void
  watch(changed: () => void): () => void
}

export function createStore<T>(first: T): Store<T> {
  let value = first
  const watchers = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const changed of [...watchers]) changed()
    },
    watch(changed) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
  }
}

export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get)
  useEffect(() => {
    const read = () => setValue(() => store.get())
    // It may have changed between the first drawing and now.
    read()
    return store.watch(read)
  }, [store])
  return value
}

/** Kept in this browser; where that is not allowed, for as long as the page is open. */
export function createKept<T extends string>(name: string, first: T): Store<T> {
  const store = createStore((read(name) as T | null) ?? first)
  return {
    ...store,
    set(value) {
      store.set(value)
      try {
        localStorage.setItem(name, value)
      } catch {
        // A browser that keeps nothing: the choice lasts as long as the page.
      }
    },
  }
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
