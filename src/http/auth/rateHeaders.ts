import type { Admission } from "../../store/admission/admissionStatement.ts"

/** The rate headers of every response (contract §7). */
export const rateHeaders = ({ minute, day }: Admission): Record<string, string> => ({
  "X-RateLimit-Limit-Minute": String(minute.limit),
  "X-RateLimit-Remaining-Minute": String(minute.remaining),
  "X-RateLimit-Reset-Minute": String(minute.reset),
  "X-RateLimit-Limit-Day": String(day.limit),
  "X-RateLimit-Remaining-Day": String(day.remaining),
  "X-RateLimit-Reset-Day": String(day.reset)
})
