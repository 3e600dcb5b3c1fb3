import { Schema } from "effect"
import { Scope } from "./accounts/Scope.ts"

/** The bearer token is missing, malformed, unknown, expired or revoked (specification §5). */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {}) {}

/** The token is valid but may not do this. */
export class InsufficientScope extends Schema.TaggedError<InsufficientScope>()("InsufficientScope", { scope: Scope }) {}

/** A rate window is used up; `retryAfter` seconds always suffice (contract §7). */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", { retryAfter: Schema.Int }) {}

/** The body is not of the media type that the endpoint reads, or is compressed (contract §1). */
export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()("UnsupportedMediaType", {
  expected: Schema.String
}) {}

/** The body is larger than the endpoint reads (contract §1). */
export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()("PayloadTooLarge", {}) {}
