import { Schema } from "effect"

/** Nothing was changed and the call can be repeated: the database is away, or too much waits (503, `Retry-After` in seconds). */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", { retryAfter: Schema.Int }) {}

/** Unknown, deleted and foreign things alike. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", {}) {}
