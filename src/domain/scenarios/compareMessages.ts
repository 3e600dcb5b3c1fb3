import type { Channel } from "../contacts/Consent.ts"
import { formatTime } from "../values/Time.ts"
import type { ExpectedMessage, ScenarioStatus } from "./Scenario.ts"

/** A message that came of a scenario. `at`, in milliseconds: when it was sent, else when it was due. */
export interface FoundMessage {
  readonly to: string | null
  readonly at: number
  readonly channel: Channel
  readonly flow: string | null
  readonly step: string | null
  readonly status: ScenarioStatus
  readonly reason: string | null
  readonly trigger: string | null
  readonly subject: string | null
  readonly body: string
}

/** One member of a message that is not as expected, both as text. */
export interface DifferentMember {
  readonly name: string
  readonly expected: string
  readonly found: string
}

/** The first place at which the found messages are not the expected ones. `place` counts from 0. */
export type Difference =
  | { readonly _tag: "missing"; readonly place: number }
  | { readonly _tag: "unexpected"; readonly place: number; readonly found: FoundMessage }
  | {
      readonly _tag: "differs"
      readonly place: number
      readonly found: FoundMessage
      readonly members: ReadonlyArray<DifferentMember>
    }

const minute = 60_000

const toMinute = (millis: number): string => formatTime(Math.floor(millis / minute) * minute)

/** Messages in the order in which they are compared: by minute, address and channel. */
export const inOrder = (messages: ReadonlyArray<FoundMessage>): ReadonlyArray<FoundMessage> => {
  const keyOf = ({ at, to, channel }: FoundMessage) => `${toMinute(at)}|${to ?? ""}|${channel}`
  return messages
    .map((message) => ({ message, key: keyOf(message) }))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ message }) => message)
}

const differentMembers = (expected: ExpectedMessage, found: FoundMessage): ReadonlyArray<DifferentMember> => {
  const { at, contains, ...plain } = expected
  const members = Object.entries(plain).flatMap(([name, value]) => {
    const other = new Map<string, unknown>(Object.entries(found)).get(name) ?? null
    return other === value ? [] : [{ name, expected: value, found: other === null ? "none" : String(other) }]
  })
  const time = at === undefined ? undefined : toMinute(at.epochMilliseconds)
  return [
    ...(time === undefined || time === toMinute(found.at)
      ? []
      : [{ name: "at", expected: time, found: toMinute(found.at) }]),
    ...members,
    ...(contains === undefined || found.body.includes(contains)
      ? []
      : [{ name: "contains", expected: contains, found: "a body without it" }])
  ]
}

/** The first difference between the expected messages and those found, both in order; undefined where there is none. Pure. */
export const firstDifference = (
  expected: ReadonlyArray<ExpectedMessage>,
  found: ReadonlyArray<FoundMessage>
): Difference | undefined => {
  for (const [place, message] of expected.entries()) {
    const other = found[place]
    if (other === undefined) return { _tag: "missing", place }
    const members = differentMembers(message, other)
    if (members.length > 0) return { _tag: "differs", place, found: other, members }
  }
  const extra = found[expected.length]
  return extra === undefined ? undefined : { _tag: "unexpected", place: expected.length, found: extra }
}

/** A message as one line of a report. */
export const messageLine = ({ at, channel, to, subject, flow, step, status, reason }: FoundMessage): string => {
  const of = flow === null ? "" : `, ${flow}${step === null ? "" : `/${step}`}`
  const titled = subject === null ? "" : ` “${subject}”`
  return `${toMinute(at)} ${channel} to ${to ?? "nobody"}${titled}${of}: ${status}${reason === null ? "" : ` (${reason})`}`
}
