import { useRef, useState } from "react"
import type { BulkAction } from "../../domain/contacts/BulkAction.ts"
import { call } from "../call.ts"

interface Progress {
  readonly status: "ready" | "running" | "stopped" | "failed" | "done"
  readonly processed: number
  readonly changed: number
  readonly next: string | null
  readonly error: unknown
}

const start: Progress = { status: "ready", processed: 0, changed: 0, next: null, error: null }

/** Runs an action on many contacts, call by call. A run that stopped or failed goes on where it was. */
export const useBulkAction = (account: string) => {
  const [progress, setProgress] = useState(start)
  const stopping = useRef(false)
  const run = async (request: BulkAction): Promise<void> => {
    stopping.current = false
    let current: Progress = { ...progress, status: "running", error: null }
    setProgress(current)
    try {
      do {
        const before = current.next === null ? {} : { before: current.next }
        const { data } = await call((api) =>
          api.manyContacts.change({ params: { account }, payload: { ...request, ...before } })
        )
        current = {
          ...current,
          processed: current.processed + data.processed,
          changed: current.changed + data.changed,
          next: data.next
        }
        setProgress(current)
      } while (current.next !== null && !stopping.current)
      setProgress({ ...current, status: current.next === null ? "done" : "stopped" })
    } catch (error) {
      setProgress({ ...current, status: "failed", error })
    }
  }
  return {
    ...progress,
    run,
    stop: () => {
      stopping.current = true
    },
    reset: () => setProgress(start)
  }
}
