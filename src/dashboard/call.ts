import { Effect, ManagedRuntime, Result, Schema } from "effect"
import { FetchHttpClient } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { DashboardApi } from "../api/dashboard/DashboardApi.ts"
import { NotFound, RateLimited, Unavailable } from "../domain/Errors.ts"
import { issuesOf as schemaIssuesOf, type ValidationIssue, ValidationFailed } from "../domain/ValidationIssue.ts"
import { Forbidden, NotSignedIn, WrongCredentials } from "../domain/accounts/SignIn.ts"
import { sessionExpired } from "./accounts/sessionExpired.ts"

const runtime = ManagedRuntime.make(FetchHttpClient.layer)
const makeClient = HttpApiClient.make(DashboardApi, { baseUrl: window.location.origin })
type Client = Effect.Success<typeof makeClient>
const client = runtime.runSync(Effect.cached(makeClient))

/** A failed call; `failure` is the typed error of the API, or a transport or decoding error. */
export class CallFailed extends Error {
  readonly failure: unknown
  constructor(failure: unknown) {
    super("The call failed")
    this.failure = failure
  }
}

/** Calls the API. An expired session opens the sign-in dialog, unless the call is `quiet`. Rejects with `CallFailed`. */
export const call = async <A, E>(
  use: (api: Client) => Effect.Effect<A, E>,
  { quiet = false }: { readonly quiet?: boolean } = {}
): Promise<A> => {
  const result = await runtime.runPromise(Effect.result(Effect.flatMap(client, use)))
  if (Result.isSuccess(result)) return result.success
  if (result.failure instanceof NotSignedIn && !quiet) sessionExpired.set(true)
  throw new CallFailed(result.failure)
}

const failureOf = (error: unknown): unknown => (error instanceof CallFailed ? error.failure : error)

/** Whether the record does not exist, so that a retry can't succeed. */
export const isNotFound = (error: unknown): boolean => failureOf(error) instanceof NotFound

export const isSignedOut = (error: unknown): boolean => failureOf(error) instanceof NotSignedIn

export const isWrongPassword = (error: unknown): boolean => failureOf(error) instanceof WrongCredentials

/** The validation issues of a form, by field: those of the API, or those of the client, which does not send what the API would reject. */
export const issuesOf = (error: unknown): ReadonlyArray<ValidationIssue> => {
  const failure = failureOf(error)
  if (failure instanceof ValidationFailed) return failure.issues
  return Schema.isSchemaError(failure) ? schemaIssuesOf(failure.issue) : []
}

/** The validation issue of one field of a form. */
export const issueOf = (error: unknown, name: string): string | undefined =>
  issuesOf(error).find(({ field }) => field === name)?.message

/** The message of a failure. */
export const errorText = (error: unknown): string => {
  const failure = failureOf(error)
  const issues = issuesOf(error)
  if (issues.length > 0) {
    return issues.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("; ")
  }
  if (failure instanceof WrongCredentials) return "Wrong e-mail or password."
  if (failure instanceof NotFound) return "It may have been deleted, or belong to another account."
  if (failure instanceof NotSignedIn) return "Your session has expired. Sign in again."
  if (failure instanceof Forbidden)
    return failure.message === "" ? "You don't have permission to do this." : `${failure.message}.`
  if (failure instanceof RateLimited) return `Too many attempts. Try again in ${failure.retryAfter} seconds.`
  if (failure instanceof Unavailable) return "Tally is busy right now. Try again in a moment."
  return "Tally did not answer as expected. Check your connection and try again."
}
