import { parseTime } from "../values/Time.ts"

const dayForm = /^\d{4}-\d{2}-\d{2}$/

/** Milliseconds of the value of a time condition: an RFC 3339 time in UTC, or a day, which stands for its start in UTC. Undefined for other text. */
export const conditionTime = (text: string): number | undefined =>
  parseTime(dayForm.test(text) ? `${text}T00:00:00Z` : text)
