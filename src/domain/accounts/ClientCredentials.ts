import { Result, Schema } from "effect"
import { type ValidationIssue, ValidationFailed } from "../ValidationIssue.ts"
import { Scope } from "./Scope.ts"

/** The client id is unknown or the secret is wrong (contract §8). */
export class InvalidClient extends Schema.TaggedError<InvalidClient>()("InvalidClient", {}) {}

/** A requested scope is not enabled on the application, or no scope is (contract §8). */
export class InvalidScope extends Schema.TaggedError<InvalidScope>()("InvalidScope", { message: Schema.String }) {}

/** The form of the token endpoint (contract §8). The client's id and secret come in it or by HTTP Basic, not both. */
export const GrantForm = Schema.Struct({
  grant_type: Schema.Literal("client_credentials"),
  client_id: Schema.optionalKey(Schema.String),
  client_secret: Schema.optionalKey(Schema.String),
  /** Space-separated. Without it the token gets all scopes that are enabled on the application. */
  scope: Schema.optionalKey(Schema.String),
  /** Another name for `scope`. */
  scopes: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "GrantForm" })

/** The client credentials of a token request, and the scopes that it requests, space-separated. */
export interface GrantRequest {
  readonly client_id: string
  readonly client_secret: string
  readonly scope: string
}

/** Client id and secret from HTTP Basic, each form-encoded (RFC 6749 §2.3.1). Null without a header, undefined if it is malformed. */
const parseBasic = (
  authorization: string | undefined
): readonly [client_id: string, client_secret: string] | null | undefined => {
  if (authorization === undefined) return null
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  try {
    const [id = "", ...secret] = atob(encoded)
      .split(":")
      .map((part) => decodeURIComponent(part.replaceAll("+", " ")))
    return [id, secret.join(":")]
  } catch {
    return undefined
  }
}

/** The token request of a form and an `Authorization` header, or all of its problems. */
export const parseGrantRequest = (
  form: URLSearchParams,
  authorization: string | undefined
): Result.Result<GrantRequest, ValidationFailed | InvalidClient> => {
  const issues: Array<ValidationIssue> = []
  for (const field of Object.keys(GrantForm.fields)) {
    if (form.getAll(field).length > 1) issues.push({ field, message: "Must be given once" })
  }
  const basic = parseBasic(authorization)
  if (form.get("grant_type") !== "client_credentials") {
    issues.push({ field: "grant_type", message: 'Must be "client_credentials"' })
  }
  if (form.has("scope") && form.has("scopes")) {
    issues.push({ field: "scopes", message: "Is another name for scope; send one of them" })
  }
  if (
    basic !== null &&
    (form.has("client_secret") || (form.has("client_id") && form.get("client_id") !== basic?.[0]))
  ) {
    issues.push({ field: "client_secret", message: "The client must come by HTTP Basic or in the form, not both" })
  }
  if (issues.length > 0) return Result.fail(new ValidationFailed({ issues }))
  if (basic === undefined) return Result.fail(new InvalidClient())
  const [client_id, client_secret] = basic ?? [form.get("client_id") ?? "", form.get("client_secret") ?? ""]
  return Result.succeed({ client_id, client_secret, scope: form.get("scope") ?? form.get("scopes") ?? "" })
}

const isScope = Schema.is(Scope)

/** The scopes that a token gets when `requested` (space-separated) are requested: all that are enabled if none is. */
export const grantScopes = (
  requested: string,
  enabled: ReadonlyArray<Scope>
): Result.Result<ReadonlyArray<Scope>, InvalidScope> => {
  if (enabled.length === 0) return Result.fail(new InvalidScope({ message: "The application has no scope enabled" }))
  const names = [...new Set(requested.split(" ").filter((name) => name !== ""))]
  if (names.length === 0) return Result.succeed(enabled)
  const scopes = names.filter((name) => isScope(name)).filter((scope) => enabled.includes(scope))
  return scopes.length === names.length
    ? Result.succeed(scopes)
    : Result.fail(new InvalidScope({ message: "A requested scope is not enabled on the application" }))
}

/** The response of the token endpoint (contract §8): `expires_in` in seconds, `created_at` in Unix seconds. */
export const AccessToken = Schema.Struct({
  access_token: Schema.String,
  token_type: Schema.Literal("Bearer"),
  expires_in: Schema.Int,
  scope: Schema.String,
  created_at: Schema.Int
}).annotate({ identifier: "AccessToken" })
export type AccessToken = typeof AccessToken.Type
