import { Schema } from "effect"
import { Scope } from "./accounts/Scope.ts"

/** Nothing was changed and the call can be repeated: the database is away, or too much waits (503, `Retry-After` in seconds). */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", { retryAfter: Schema.Int }) {}

/** There is no such record in this account: it never existed, was deleted, or belongs to another account. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", {}) {}

/** The bearer token is missing, malformed, unknown, expired or revoked (contract §8). */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {}) {}

/** The token is valid but lacks this scope. */
export class InsufficientScope extends Schema.TaggedError<InsufficientScope>()("InsufficientScope", { scope: Scope }) {}

/** A rate window is used up; waiting `retryAfter` seconds always suffices (contract §7). */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", { retryAfter: Schema.Int }) {}

/** The body is not of the media type that the endpoint reads, or is compressed (contract §1). */
export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()("UnsupportedMediaType", {
  expected: Schema.String
}) {}

/** The body is larger than the endpoint reads (contract §1). */
export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()("PayloadTooLarge", {}) {}
