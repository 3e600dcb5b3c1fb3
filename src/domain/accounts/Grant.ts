import { Result, Schema } from "effect"
import { Scope } from "./Scope.ts"

/** Unknown client, or not its secret (specification §4.4). */
export class InvalidClient extends Schema.TaggedError<InvalidClient>()("InvalidClient", {}) {}

/** A scope is asked for that is not enabled on the application, or none is (contract §8). */
export class InvalidScope extends Schema.TaggedError<InvalidScope>()("InvalidScope", { message: Schema.String }) {}

const isScope = Schema.is(Scope)

/** The scopes an application is granted when it asks for `asked` (space-separated); asking for none is asking for all. */
export const grant = (
  asked: string,
  enabled: ReadonlyArray<Scope>
): Result.Result<ReadonlyArray<Scope>, InvalidScope> => {
  if (enabled.length === 0) return Result.fail(new InvalidScope({ message: "The application has no scope enabled" }))
  const names = [...new Set(asked.split(" ").filter((name) => name !== ""))]
  if (names.length === 0) return Result.succeed(enabled)
  const scopes = names.filter((name) => isScope(name)).filter((scope) => enabled.includes(scope))
  return scopes.length === names.length
    ? Result.succeed(scopes)
    : Result.fail(new InvalidScope({ message: "A scope that was asked for is not enabled on the application" }))
}

/** The answer of the token endpoint (specification §4.4): `expires_in` in seconds, `created_at` in Unix seconds. */
export const AccessToken = Schema.Struct({
  access_token: Schema.String,
  token_type: Schema.Literal("Bearer"),
  expires_in: Schema.Int,
  scope: Schema.String,
  created_at: Schema.Int
}).annotate({ identifier: "AccessToken" })
export type AccessToken = typeof AccessToken.Type
