import { isCertainlyUsedUp, secondsUntilFree, type UsedWindow } from "../../domain/capacity/UsedWindow.ts"
import type { Admission, AdmissionRequest } from "./admissionStatement.ts"

/** A rejection from memory. `count` is the number of rejections of the caller in this minute, including this one. */
export interface RateLimitedAdmission extends Admission {
  readonly count: number
}

interface Entry {
  readonly admission: Admission
  readonly window: UsedWindow
  readonly address: string
  count: number
}

/** Beyond this many callers the oldest entry is dropped, and the database decides on its caller again. */
const maxRemembered = 10_000

const keyOf = ({ digest, serviceAccountId, address }: AdmissionRequest): string =>
  digest === null ? `@${address}` : `${digest}|${serviceAccountId ?? ""}`

/** Callers whose rate window is used up. Rejects without the database and grants nothing. */
export const makeRateLimitMemory = () => {
  const entries = new Map<string, Entry>()
  return {
    /** Remembers a decision that leaves a window used up; the statement was sent and answered at these times of the process. */
    remember: (request: AdmissionRequest, admission: Admission, sentAt: number, receivedAt: number): void => {
      const { now, minute, day, caller, retryAfter } = admission
      // A foreign account is answered 404 whatever the windows say.
      if ((minute.remaining > 0 && day.remaining > 0) || caller?.target === null) return
      const key = keyOf(request)
      const previous = entries.get(key)
      const count = previous?.admission.minute.reset === minute.reset ? previous.count : 0
      const freeAt = Math.max(minute.remaining > 0 ? 0 : minute.reset, day.remaining > 0 ? 0 : day.reset) * 1_000
      const window = { sentAt, receivedAt, now, endsAt: minute.reset * 1_000, freeAt }
      entries.delete(key)
      if (entries.size >= maxRemembered) for (const oldest of entries.keys().take(1)) entries.delete(oldest)
      const { address } = request
      entries.set(key, {
        admission: { ...admission, granted: false, retryAfter, prefetched: null },
        window,
        count,
        address
      })
    },
    /** The rejection of a caller whose window is certainly used up at `at`, a time of the process. */
    recall: (request: AdmissionRequest, at: number): RateLimitedAdmission | undefined => {
      const entry = entries.get(keyOf(request))
      if (entry === undefined || !isCertainlyUsedUp(entry.window, at)) return undefined
      // Requests with an unknown token are charged to their address.
      if (entry.admission.caller === null && entry.address !== request.address) return undefined
      entry.count++
      return { ...entry.admission, retryAfter: secondsUntilFree(entry.window, at), count: entry.count }
    }
  }
}
