import { compareText } from "./compareText.ts"
import type { Scalar } from "./Condition.ts"
import { durationMillis } from "../flows/FlowDuration.ts"

// Leading zeros, a plus sign or more digits than a number keeps make a name, such as a postal code.
const numberForm = /^-?(0|[1-9][0-9]{0,14})([.][0-9]{1,15})?$/
/** A number that a text spells, as a regular expression of PostgreSQL. */
export const numberPattern = numberForm.source

/** The number that a value is, or that its text spells; undefined without one. */
export const numberIn = (value: unknown): number | undefined => {
  if (typeof value === "number") return value
  return typeof value === "string" && numberForm.test(value) ? Number(value) : undefined
}

const truths: ReadonlyMap<unknown, boolean> = new Map(
  [true, false].flatMap((truth) =>
    [truth, `${truth}`, truth ? "True" : "False", `${truth}`.toUpperCase()].map((form) => [form, truth] as const)
  )
)

/** Whether a value is true or false, or its text says so; undefined for others. */
export const truthIn = (value: unknown): boolean | undefined => truths.get(value)

/** Equality of values that forms, files and callers write as they like: "99" is 99, and "true" is true. */
export const sameFree = (value: unknown, wanted: Scalar): boolean => {
  const number = numberIn(wanted)
  if (number !== undefined) return numberIn(value) === number
  const truth = truthIn(wanted)
  return truth === undefined ? value === wanted : truthIn(value) === truth
}

/** The order of two such values: of numbers if both are, else of texts. */
export const compareFree = (value: unknown, wanted: unknown, test: (order: number) => boolean): boolean => {
  const [one, other] = [numberIn(value), numberIn(wanted)]
  if (one !== undefined && other !== undefined) return test(one - other)
  return typeof value === "string" && typeof wanted === "string" && test(compareText(value, wanted))
}

/** A date at the beginning of a text, also of days that no calendar has. */
export const dayForm = /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])($|[T ])/
/** The same as a regular expression of PostgreSQL. */
export const dayPattern = dayForm.source

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The days in UTC, with the first and the last, that are so long before or after a time. */
export const daysAround = (now: number, op: "within" | "not_within" | "within_next", duration: string) => {
  const [past, coming] = op === "within_next" ? [0, durationMillis(duration)] : [durationMillis(duration), 0]
  return { first: dayOf(now - past), last: dayOf(now + coming) }
}

/** Whether the date at the beginning of a text is one of those days: a date without a time is that whole day. */
export const isDayWithin = (value: unknown, { first, last }: ReturnType<typeof daysAround>): boolean => {
  if (typeof value !== "string" || !dayForm.test(value)) return false
  const day = value.slice(0, 10)
  return day >= first && day <= last
}
