import { byKey, makeExamples } from "./examples.ts"
import type { PastMembership } from "./pastMembership.ts"
import type { SegmentBacktest } from "./SegmentBacktest.ts"

/** Adds up when contacts were in a segment. */
export interface MembershipTally {
  /** Adds a contact. Undefined: its past is too long to be judged. */
  readonly add: (contact_id: string, membership: PastMembership | undefined) => void
  readonly read: () => SegmentBacktest
}

interface TallyOptions {
  readonly from: number
  readonly to: number
  readonly dayOf: (at: number) => string
  readonly notes: ReadonlyArray<string>
}

const halfDay = 43_200_000

/** The days of a span in order, each once. */
const daysOf = ({ from, to, dayOf }: Omit<TallyOptions, "notes">): ReadonlyArray<string> => {
  const days = new Set<string>()
  for (let at = from; at < to; at += halfDay) days.add(dayOf(at))
  return [...days.add(dayOf(to - 1))]
}

/** A tally of no contact, with a row for each day of the span. Its size does not grow with the contacts. */
export const makeMembershipTally = (options: TallyOptions): MembershipTally => {
  const { from, dayOf, notes } = options
  const days = new Map(daysOf(options).map((day) => [day, { entered: 0, left: 0 }]))
  const examples = makeExamples()
  const sum = { contacts: 0, unjudged: 0, start: 0, end: 0 }
  const entered = { times: 0, people: 0 }
  const left = { times: 0, people: 0 }
  return {
    add: (contact_id, membership) => {
      sum.contacts += 1
      if (membership === undefined) {
        sum.unjudged += 1
        return
      }
      const { was_member, changes } = membership
      const own = { entered: false, left: false }
      if (was_member) sum.start += 1
      for (const { at, is_member } of changes) {
        const [name, count] = is_member ? (["entered", entered] as const) : (["left", left] as const)
        count.times += 1
        if (!own[name]) count.people += 1
        own[name] = true
        const day = days.get(dayOf(at))
        if (day !== undefined) day[name] += 1
        examples.add(name, contact_id, at)
      }
      const last = changes.at(-1)
      if (!(last?.is_member ?? was_member)) return
      sum.end += 1
      examples.add("member", contact_id, last?.at ?? from)
    },
    read: () => {
      let members = sum.start
      const rows = byKey(days).map(([day, counts]) => {
        members += counts.entered - counts.left
        return { day, members, ...counts }
      })
      return {
        ...sum,
        entered: { ...entered },
        left: { ...left },
        days: rows,
        examples: examples.read(),
        notes
      }
    }
  }
}
