import { durationMillis } from "../flows/FlowDuration.ts"
import type { FlowTrigger } from "../flows/FlowTrigger.ts"

const minute = 60_000
const halfHour = 30 * minute

/** The span of a scenario's clock, in milliseconds. */
export interface ScenarioSpan {
  readonly starts_at: number
  readonly ends_at: number
}

// A wait after a call, or half an hour where any moment may be the one: no time zone has another offset than a multiple of it, but for a few of 15 minutes.
const waitOf = (trigger: FlowTrigger): number | "often" | undefined => {
  switch (trigger.type) {
    case "no_order_for":
    case "cart_abandoned":
    case "product_viewed":
      return durationMillis(trigger.duration)
    case "date":
    case "entered_segment":
      return "often"
    default:
      return undefined
  }
}

/** A full minute, in milliseconds, and the types of triggers that are looked at then. */
export interface ScenarioLook {
  readonly time: number
  readonly types: ReadonlySet<FlowTrigger["type"]>
}

const halfHours = ({ starts_at, ends_at }: ScenarioSpan): ReadonlyArray<number> =>
  Array.from({ length: Math.floor((ends_at - starts_at) / halfHour) }, (_, at) => starts_at + (at + 1) * halfHour)

/**
 * When a scenario looks for those whom a trigger of its flows has come to, in order: at the first full minute of a call's time and the trigger's wait,
 * and each half hour for triggers of dates and segments. `times` are those of its calls, in milliseconds. Pure.
 */
export const lookTimes = (
  span: ScenarioSpan,
  triggers: ReadonlyArray<FlowTrigger>,
  times: ReadonlyArray<number>
): ReadonlyArray<ScenarioLook> => {
  const looks = new Map<number, Set<FlowTrigger["type"]>>()
  for (const trigger of triggers) {
    const wait = waitOf(trigger)
    const own =
      wait === "often"
        ? halfHours(span)
        : wait === undefined
          ? []
          : times.map((time) => Math.ceil((time + wait) / minute) * minute)
    for (const time of own.filter((time) => time > span.starts_at && time <= span.ends_at)) {
      looks.set(time, (looks.get(time) ?? new Set()).add(trigger.type))
    }
  }
  return [...looks].map(([time, types]) => ({ time, types })).sort((one, other) => one.time - other.time)
}
