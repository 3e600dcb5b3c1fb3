const observableFlag = () => {
  let current = false
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (value: boolean) => {
      current = value
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}

/** Whether a call found the session expired. Opens the sign-in dialog. */
export const sessionExpired = observableFlag()
