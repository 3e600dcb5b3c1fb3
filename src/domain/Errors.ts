import { Schema } from "effect"
import { Scope } from "./accounts/Scope.ts"

/** The database is unavailable, or a bound on waiting work is reached. Nothing was changed; repeat after `retryAfter` seconds. */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", { retryAfter: Schema.Int }) {}

/** The account has no such record: it never existed, was deleted, or belongs to another account. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", {}) {}

/** The bearer token is missing, malformed, unknown, expired or revoked (contract §8). */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {}) {}

/** The token is valid and lacks this scope. */
export class InsufficientScope extends Schema.TaggedError<InsufficientScope>()("InsufficientScope", { scope: Scope }) {}

/** A rate window is used up; waiting `retryAfter` seconds always suffices (contract §7). */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", { retryAfter: Schema.Int }) {}

/** The body has another media type, or a content encoding (contract §1). */
export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()("UnsupportedMediaType", {
  expected: Schema.String
}) {}

/** The body is larger than the limit of the endpoint (contract §1). */
export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()("PayloadTooLarge", {}) {}
