import { BodyLimit } from "../../api/BodyLimit.ts"
import type { Admission } from "../../store/admission/admissionStatement.ts"

/** Bytes of a JSON body, but for events (contract §1). */
export const bodyLimit = BodyLimit.defaultValue()

/** The rate headers of specification §8, carried by every answer. */
export const rateHeaders = ({ minute, day }: Admission): Record<string, string> => ({
  "X-RateLimit-Limit-Minute": String(minute.limit),
  "X-RateLimit-Remaining-Minute": String(minute.remaining),
  "X-RateLimit-Reset-Minute": String(minute.reset),
  "X-RateLimit-Limit-Day": String(day.limit),
  "X-RateLimit-Remaining-Day": String(day.remaining),
  "X-RateLimit-Reset-Day": String(day.reset)
})
