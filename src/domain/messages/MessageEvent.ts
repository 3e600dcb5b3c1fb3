import { Schema } from "effect"

/** The kind of a report about a sent message. `failed`: refused for another reason than the recipient's address. */
export const EventKind = Schema.Literals(["delivered", "soft_bounced", "bounced", "refused", "complained", "clicked"])
export type EventKind = typeof EventKind.Type

/** A step of a message's timeline. */
export const TimelineKind = Schema.Literals(["queued", "sent", "captured", ...EventKind.literals])

/**
 * An entry of a message's timeline: `by` is set for clicks, `detail` holds the server's codes of a failure or the address of a clicked link.
 */
export const timelineEntry = <S extends Schema.Top>(time: S) =>
  Schema.Struct({
    kind: TimelineKind,
    at: time,
    by: Schema.NullOr(Schema.Literals(["person", "machine"])),
    detail: Schema.NullOr(Schema.String)
  })
