import { Effect, ManagedRuntime, Result } from "effect"
import { FetchHttpClient } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { DashboardApi } from "../api/dashboard/DashboardApi.ts"
import { NotFound, RateLimited, Unavailable } from "../domain/Errors.ts"
import { type ValidationIssue, ValidationFailed } from "../domain/ValidationIssue.ts"
import { Forbidden, NotSignedIn, WrongCredentials } from "../domain/accounts/SignIn.ts"
import { sessionEnd } from "./sessionEnd.ts"

const runtime = ManagedRuntime.make(FetchHttpClient.layer)
const makeClient = HttpApiClient.make(DashboardApi, { baseUrl: window.location.origin })
type Client = Effect.Success<typeof makeClient>
const client = runtime.runSync(Effect.cached(makeClient))

/** A call that failed: what the service said, as one of its typed errors where it said anything. */
export class CallFailed extends Error {
  readonly failure: unknown
  constructor(failure: unknown) {
    super("The call failed")
    this.failure = failure
  }
}

/** Calls the service. A session that ended opens the dialog that asks again, unless the call is `quiet`. */
export const call = async <A, E>(
  use: (api: Client) => Effect.Effect<A, E>,
  { quiet = false }: { readonly quiet?: boolean } = {}
): Promise<A> => {
  const result = await runtime.runPromise(Effect.result(Effect.flatMap(client, use)))
  if (Result.isSuccess(result)) return result.success
  if (result.failure instanceof NotSignedIn && !quiet) sessionEnd.set(true)
  throw new CallFailed(result.failure)
}

const failureOf = (error: unknown): unknown => (error instanceof CallFailed ? error.failure : error)

/** Whether the thing is gone or never was, so that asking again is of no use. */
export const isNotFound = (error: unknown): boolean => failureOf(error) instanceof NotFound

export const isSignedOut = (error: unknown): boolean => failureOf(error) instanceof NotSignedIn

export const isWrongPassword = (error: unknown): boolean => failureOf(error) instanceof WrongCredentials

/** What the service found wrong with a form, by field. */
export const issuesOf = (error: unknown): ReadonlyArray<ValidationIssue> => {
  const failure = failureOf(error)
  return failure instanceof ValidationFailed ? failure.issues : []
}

/** What the service found wrong with one field of a form. */
export const issueOf = (error: unknown, name: string): string | undefined =>
  issuesOf(error).find(({ field }) => field === name)?.message

/** A failure in words for people. */
export const wordsOf = (error: unknown): string => {
  const failure = failureOf(error)
  if (failure instanceof ValidationFailed) {
    return failure.issues.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("; ")
  }
  if (failure instanceof WrongCredentials) return "The e-mail or the password is wrong."
  if (failure instanceof NotFound) return "It may have been deleted, or belong to another account."
  if (failure instanceof NotSignedIn) return "Your session has ended; sign in again."
  if (failure instanceof Forbidden) return failure.message === "" ? "You may not do this." : `${failure.message}.`
  if (failure instanceof RateLimited) return `Too many tries; wait ${failure.retryAfter} seconds.`
  if (failure instanceof Unavailable) return "The service can't do this right now; try again in a moment."
  return "The service did not answer as expected; check your connection and try again."
}
