import { joinExamples, joinRows } from "./examples.ts"
import type { SegmentBacktest } from "./SegmentBacktest.ts"

/**
 * The figures of two parts of a backtest of a segment together. The order of the parts makes no difference, but for which examples are kept. Pure.
 */
export const joinSegmentBacktests = (one: SegmentBacktest, other: SegmentBacktest): SegmentBacktest => ({
  contacts: one.contacts + other.contacts,
  unjudged: one.unjudged + other.unjudged,
  start: one.start + other.start,
  end: one.end + other.end,
  entered: joinChanges(one.entered, other.entered),
  left: joinChanges(one.left, other.left),
  days: joinRows("day", one.days, other.days, (a, b) => ({
    ...a,
    members: a.members + b.members,
    entered: a.entered + b.entered,
    left: a.left + b.left
  })),
  examples: joinExamples(one.examples, other.examples),
  notes: [...new Set([...one.notes, ...other.notes])]
})

type Changes = SegmentBacktest["entered"]

const joinChanges = (one: Changes, other: Changes): Changes => ({
  times: one.times + other.times,
  people: one.people + other.people
})
