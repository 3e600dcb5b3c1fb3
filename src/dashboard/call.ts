import { Effect, ManagedRuntime, Result, Schema } from "effect"
import { FetchHttpClient, HttpClientError } from "effect/http"
import { HttpApi, HttpApiClient } from "effect/http-api"
import { DashboardApi } from "../api/dashboard/DashboardApi.ts"
import { ContactTaken } from "../domain/contacts/decideContact.ts"
import { CampaignChanged } from "../domain/campaigns/Campaign.ts"
import { FlowChanged } from "../domain/flows/Flow.ts"
import { MediaInUse } from "../domain/media/Media.ts"
import { SenderInUse } from "../domain/senders/FurtherSender.ts"
import { NotFound, RateLimited, Unavailable } from "../domain/Errors.ts"
import { issuesOf as schemaIssues, type ValidationIssue, ValidationFailed } from "../domain/ValidationIssue.ts"
import { Forbidden, NotSignedIn, WrongCredentials } from "../domain/accounts/SignIn.ts"
import { sessionExpired, signIns } from "./accounts/sessionExpired.ts"
import { serverAway } from "./connection/connection.ts"
import * as words from "./words/failures.ts"

const runtime = ManagedRuntime.make(FetchHttpClient.layer)
/** A response without the shape that the API declares. */
class UnreadableResponse extends Error {}

// Sends payloads unchecked: the server reports all issues at once, the client would stop at those that its types can express.
const clientApi = DashboardApi.annotate(HttpApi.PayloadParseOptions, { errors: "all", disableChecks: true })

const makeClient = HttpApiClient.make(clientApi, {
  baseUrl: window.location.origin,
  transformResponse: Effect.mapError((error) => (Schema.isSchemaError(error) ? new UnreadableResponse() : error))
})
export type Client = Effect.Success<typeof makeClient>
const client = runtime.runSync(Effect.cached(makeClient))

/** A failed call; `failure` is the typed error of the API, or a transport or decoding error. */
export class CallFailed extends Error {
  readonly failure: unknown
  constructor(failure: unknown) {
    super(words.callFailed)
    this.failure = failure
  }
}

// A payload that cannot be encoded at all, such as one with an unknown literal, fails before it is sent.
const asValidation = (failure: unknown): unknown =>
  Schema.isSchemaError(failure) ? new ValidationFailed({ issues: schemaIssues(failure.issue) }) : failure

const isUnanswered = (failure: unknown): boolean =>
  failure instanceof HttpClientError.HttpClientError && failure.reason._tag === "TransportError"

/**
 * Calls the API. An expired session opens the sign-in dialog, unless the call is `quiet`; a call that was sent before the
 * dialog signed in is sent again. Rejects with `CallFailed`.
 */
export const call = async <A, E>(
  use: (api: Client) => Effect.Effect<A, E>,
  options: { readonly quiet?: boolean } = {}
): Promise<A> => {
  const sentAt = signIns.get()
  const result = await runtime.runPromise(Effect.result(Effect.flatMap(client, use)))
  serverAway.set(Result.isFailure(result) && isUnanswered(result.failure))
  if (Result.isSuccess(result)) return result.success
  if (result.failure instanceof NotSignedIn && options.quiet !== true) {
    if (signIns.get() !== sentAt) return call(use, options)
    sessionExpired.set(true)
  }
  throw new CallFailed(asValidation(result.failure))
}

const failureOf = (error: unknown): unknown => (error instanceof CallFailed ? error.failure : error)

/** Whether the record does not exist, so that a retry can't succeed. */
export const isNotFound = (error: unknown): boolean => failureOf(error) instanceof NotFound

/** The seconds after which the service may have the answer that it does not have now; undefined for other failures. */
export const retryAfterOf = (error: unknown): number | undefined => {
  const failure = failureOf(error)
  return failure instanceof Unavailable ? failure.retryAfter : undefined
}

/** Whether the flow has a newer version than the one that the save is based on. */
export const isFlowChanged = (error: unknown): boolean => failureOf(error) instanceof FlowChanged

/** Whether the campaign was changed since the one that the save is based on. */
export const isCampaignChanged = (error: unknown): boolean => failureOf(error) instanceof CampaignChanged

export const isSignedOut = (error: unknown): boolean => failureOf(error) instanceof NotSignedIn

export const isWrongPassword = (error: unknown): boolean => failureOf(error) instanceof WrongCredentials

/** The id of the contact that already has the address; undefined for other failures. */
export const takenBy = (error: unknown): string | undefined => {
  const failure = failureOf(error)
  return failure instanceof ContactTaken ? failure.contact_id : undefined
}

/** The validation issues of a form, by field. */
export const issuesOf = (error: unknown): ReadonlyArray<ValidationIssue> => {
  const failure = failureOf(error)
  if (failure instanceof ContactTaken) return failure.fields.map((field) => ({ field, message: words.alreadyContact }))
  return failure instanceof ValidationFailed ? failure.issues : []
}

/** The validation issue of one field of a form. */
export const issueOf = (error: unknown, name: string): string | undefined =>
  issuesOf(error).find(({ field }) => field === name)?.message

/** The message of a failure. */
export const errorText = (error: unknown): string => {
  const failure = failureOf(error)
  if (failure instanceof ValidationFailed) {
    return failure.issues.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("; ")
  }
  if (failure instanceof ContactTaken) return words.contactTaken
  if (failure instanceof MediaInUse) return words.mediaInUse(failure.uses)
  if (failure instanceof SenderInUse) return words.senderInUse(failure.uses)
  if (failure instanceof WrongCredentials) return words.wrongCredentials
  if (failure instanceof NotFound) return words.deletedOrElsewhere
  if (failure instanceof NotSignedIn) return words.sessionExpired
  if (failure instanceof Forbidden) return failure.message === "" ? words.forbidden : `${failure.message}.`
  if (failure instanceof RateLimited) return words.rateLimited(failure.retryAfter)
  if (isUnanswered(failure)) return words.unanswered
  if (failure instanceof Unavailable) return words.unavailable
  return words.unexpected
}
