let ended = false
const listeners = new Set<() => void>()

/** Whether the service has stopped knowing who this is, for the dialog that asks again. */
export const sessionEnd = {
  get: () => ended,
  set: (value: boolean) => {
    ended = value
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
}
