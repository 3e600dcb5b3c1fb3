import { Schema } from "effect"
import { leaf, madeUpText } from "../json/Leaf.ts"

const units = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const
const millisByUnit = new Map<string, number>(Object.entries(units))
const form = /^([1-9]\d{0,3}) (second|minute|hour|day|week)s?$/

const maxMillis = 365 * units.day

/** Milliseconds of a `FlowDuration`. */
export const durationMillis = (text: string): number => {
  const [, count = "0", unit = ""] = form.exec(text) ?? []
  const millis = millisByUnit.get(unit) ?? 0
  return Number(count) * millis
}

const isDuration = (text: string): boolean => form.test(text) && durationMillis(text) <= maxMillis

/** A span of time in words, `"2 days"`: one second to 365 days, in seconds, minutes, hours, days or weeks. */
export const FlowDuration = leaf({
  to: Schema.String.check(
    madeUpText(/^([1-9]\d? (second|minute|hour|day)|[1-9] week)s?$/),
    Schema.isPattern(form),
    Schema.makeFilter((text: string) => durationMillis(text) <= maxMillis)
  ),
  json: { type: "string", pattern: form.source, examples: ["2 days"] },
  message: 'Must be a duration from "1 second" to "365 days"',
  decode: (value) => (typeof value === "string" && isDuration(value) ? value : undefined),
  encode: (text) => text
})
