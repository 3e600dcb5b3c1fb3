import { Result, Schema } from "effect"
import { type ValidationIssue, ValidationFailed } from "../ValidationIssue.ts"
import { InvalidClient } from "./Grant.ts"

/** The form of the token endpoint (specification §4.4). The client's id and secret come here or by HTTP Basic, not both. */
export const GrantForm = Schema.Struct({
  grant_type: Schema.Literal("client_credentials"),
  client_id: Schema.optionalKey(Schema.String),
  client_secret: Schema.optionalKey(Schema.String),
  /** Space-separated; left out for all that are enabled on the application. */
  scope: Schema.optionalKey(Schema.String),
  /** Another name for `scope`. */
  scopes: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "GrantForm" })

export interface GrantRequest {
  readonly client_id: string
  readonly client_secret: string
  readonly scope: string
}

/** HTTP Basic credentials, each half form-encoded (RFC 6749 §2.3.1). Null without, undefined when they are malformed. */
const basicOf = (authorization: string | undefined): readonly [id: string, secret: string] | null | undefined => {
  if (authorization === undefined) return null
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  try {
    const [id = "", ...secret] = atob(encoded)
      .split(":")
      .map((half) => decodeURIComponent(half.replaceAll("+", " ")))
    return [id, secret.join(":")]
  } catch {
    return undefined
  }
}

/** What a form and an `Authorization` header ask for, or everything that is wrong with them. */
export const grantRequest = (
  form: URLSearchParams,
  authorization: string | undefined
): Result.Result<GrantRequest, ValidationFailed | InvalidClient> => {
  const issues: Array<ValidationIssue> = []
  for (const field of Object.keys(GrantForm.fields)) {
    if (form.getAll(field).length > 1) issues.push({ field, message: "Must be given once" })
  }
  const basic = basicOf(authorization)
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
