/** A value that components subscribe to with `useSyncExternalStore`. */
export const observable = <A>(initial: A) => {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (value: A) => {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}
