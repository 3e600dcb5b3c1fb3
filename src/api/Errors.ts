import { Schema, SchemaTransformation } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { ContactTaken } from "../domain/contacts/decideContact.ts"
import {
  InsufficientScope,
  NotFound,
  PayloadTooLarge,
  RateLimited,
  Unauthorized,
  Unavailable,
  UnsupportedMediaType
} from "../domain/Errors.ts"
import { ValidationIssue, listedIssues, ValidationFailed } from "../domain/ValidationIssue.ts"
import { KeyReused } from "../domain/events/Idempotency.ts"
import { CampaignChanged } from "../domain/campaigns/Campaign.ts"
import { FlowChanged } from "../domain/flows/Flow.ts"
import { Scope } from "../domain/accounts/Scope.ts"

/** The codes of errors (contract §1). */
export type ErrorCode =
  | "invalid_client"
  | "invalid_scope"
  | "unauthorized"
  | "insufficient_scope"
  | "not_found"
  | "conflict"
  | "validation_failed"
  | "rate_limited"
  | "internal_error"

/** The body of every error response. */
export const errorBody = <Code extends ErrorCode>(
  code: Code,
  message: string,
  details?: ReadonlyArray<ValidationIssue>
) => ({
  error: { code, message, ...(details === undefined ? {} : { details }) }
})

const body = <Code extends ErrorCode>(status: number, code: Code) =>
  Schema.Struct({
    error: Schema.Struct({
      code: Schema.Literal(code),
      message: Schema.String,
      details: Schema.optionalKey(Schema.Array(ValidationIssue))
    })
  }).pipe(HttpApiSchema.status(status))

/** Encodes a domain error as status, code and message; the client decodes it to the same error. */
export const wire = <E, EE, Code extends ErrorCode>(options: {
  readonly error: Schema.Codec<E, EE>
  readonly status: number
  readonly code: Code
  readonly encode: (error: E) => { readonly message: string; readonly details?: ReadonlyArray<ValidationIssue> }
  readonly decode: (details: ReadonlyArray<ValidationIssue>) => E
}) =>
  body(options.status, options.code).pipe(
    Schema.decodeTo(
      Schema.toType(options.error),
      SchemaTransformation.transform({
        decode: ({ error }) => options.decode(error.details ?? []),
        encode: (error) => ({ error: { code: options.code, ...options.encode(error) } })
      })
    ),
    HttpApiSchema.status(options.status)
  )

const Seconds = { "retry-after": Schema.NumberFromString.pipe(Schema.check(Schema.isInt())) }

export const UnauthorizedBody = wire({
  error: Unauthorized,
  status: 401,
  code: "unauthorized",
  encode: () => ({
    message:
      "The bearer token is missing, malformed, unknown, expired or revoked; send it as Authorization: Bearer <token>"
  }),
  decode: () => new Unauthorized()
})

export const InsufficientScopeBody = wire({
  error: InsufficientScope,
  status: 403,
  code: "insufficient_scope",
  encode: ({ scope }) => ({
    message: `The token lacks the scope ${scope}`,
    details: [{ field: "scope", message: scope }]
  }),
  decode: ([detail]) => new InsufficientScope({ scope: Schema.decodeUnknownSync(Scope)(detail?.message) })
})

export const NotFoundBody = wire({
  error: NotFound,
  status: 404,
  code: "not_found",
  encode: () => ({ message: "Nothing has this id here; check it, and Service-Account-Id if you send it" }),
  decode: () => new NotFound()
})

export const KeyReusedBody = wire({
  error: KeyReused,
  status: 409,
  code: "conflict",
  encode: () => ({ message: "The idempotency key was used with another body" }),
  decode: () => new KeyReused()
})

export const CampaignChangedBody = wire({
  error: CampaignChanged,
  status: 409,
  code: "conflict",
  encode: () => ({ message: "The campaign was changed since; read it, and save again" }),
  decode: () => new CampaignChanged()
})

export const FlowChangedBody = wire({
  error: FlowChanged,
  status: 409,
  code: "conflict",
  encode: () => ({ message: "The flow has a newer version; read it, and save again" }),
  decode: () => new FlowChanged()
})

/** Contains the id of the contact that has the e-mail or phone (contract §4.3). */
export const ContactTakenBody = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Literal("conflict"),
    message: Schema.String,
    details: Schema.Array(Schema.Struct({ field: Schema.Literals(["email", "phone"]), message: Schema.String }))
  }),
  id: Schema.String
}).pipe(
  Schema.decodeTo(
    Schema.toType(ContactTaken),
    SchemaTransformation.transform({
      decode: ({ error, id }) => new ContactTaken({ contact_id: id, fields: error.details.map(({ field }) => field) }),
      encode: ({ contact_id, fields }) => ({
        error: {
          code: "conflict" as const,
          message: "There is a contact with this address",
          details: fields.map((field) => ({ field, message: "Belongs to an existing contact" }))
        },
        id: contact_id
      })
    })
  ),
  HttpApiSchema.status(409)
)

export const ValidationFailedBody = wire({
  error: ValidationFailed,
  status: 422,
  code: "validation_failed",
  encode: ({ issues }) => listedIssues(issues),
  decode: (issues) => new ValidationFailed({ issues })
})

const UnsupportedMediaTypeBody = wire({
  error: UnsupportedMediaType,
  status: 415,
  code: "validation_failed",
  encode: ({ expected }) => ({
    message: `The body must be ${expected}, declared in Content-Type, without Content-Encoding`,
    details: [{ field: "Content-Type", message: expected }]
  }),
  decode: ([detail]) => new UnsupportedMediaType({ expected: detail?.message ?? "" })
})

const PayloadTooLargeBody = wire({
  error: PayloadTooLarge,
  status: 413,
  code: "validation_failed",
  encode: () => ({ message: "The body is too large" }),
  decode: () => new PayloadTooLarge()
})

export const rateLimitedMessage = (retryAfter: number): string =>
  `The rate limit is used up; try again in ${retryAfter} seconds`

export const RateLimitedBody = RateLimited.pipe(
  HttpApiSchema.encodeToWithHeaders(
    { body: body(429, "rate_limited"), headers: Seconds },
    {
      decode: ({ headers }) => new RateLimited({ retryAfter: headers["retry-after"] }),
      encode: ({ retryAfter }) => ({
        headers: { "retry-after": retryAfter },
        body: errorBody("rate_limited", rateLimitedMessage(retryAfter))
      })
    }
  )
)

export const unavailableMessage = "The service can't do this right now; nothing was changed, try again"

export const UnavailableBody = Unavailable.pipe(
  HttpApiSchema.encodeToWithHeaders(
    { body: body(503, "internal_error"), headers: Seconds },
    {
      decode: ({ headers }) => new Unavailable({ retryAfter: headers["retry-after"] }),
      encode: ({ retryAfter }) => ({
        headers: { "retry-after": retryAfter },
        body: errorBody("internal_error", unavailableMessage)
      })
    }
  )
)

/** The errors of endpoints with a body. */
export const BodyErrors = [ValidationFailedBody, UnsupportedMediaTypeBody, PayloadTooLargeBody] as const
