import { Duration, Effect, Random, type Redacted, Result } from "effect"
import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Api } from "./api/Api.ts"
import { Authorization } from "./api/Authorization.ts"
import { attempt } from "./clientTransport.ts"

export { textOf } from "./domain/json/Json.ts"
export { Unavailable, NotFound } from "./domain/Errors.ts"
export { ValidationFailed } from "./domain/ValidationIssue.ts"
export { InsufficientScope, RateLimited, Unauthorized } from "./domain/Errors.ts"

export interface ClientOptions {
  /** Origin of the service, such as `https://tally.example`. */
  readonly baseUrl: string
  /** An API token (`service_…`) or an OAuth access token. */
  readonly token: string | Redacted.Redacted
  /** Further attempts of a call that failed for a passing reason; default 4. */
  readonly retries?: number
  /** Milliseconds an attempt may take; default 30,000. */
  readonly timeout?: number
  /**
   * `lenient` leaves members that can't be read out of orders, contacts and events instead of having the call refused, and names
   * them in the answer's `warnings` (`Prefer: handling=lenient`). Default `strict`.
   */
  readonly handling?: "strict" | "lenient"
}

type Failure = HttpClientError.HttpClientError
type Attempt = Effect.Effect<HttpClientResponse.HttpClientResponse, Failure>

// A wait that is longer than a minute window means the day is used up: the caller should know now.
const maxWait = 65_000

// Repeating these changes nothing more (specification §3.1, contract §5).
const isRepeatable = ({ method, url, headers }: HttpClientRequest.HttpClientRequest): boolean =>
  method !== "POST" || /\/(?:orders\/placed|unsubscribe)$/.test(url) || headers["idempotency-key"] !== undefined

/** Milliseconds to wait before the next attempt at least; undefined when the outcome is final. */
const waitAfter = (
  outcome: Result.Result<HttpClientResponse.HttpClientResponse, Failure>,
  repeatable: boolean
): number | undefined => {
  if (Result.isFailure(outcome)) return repeatable && outcome.failure.reason._tag === "TransportError" ? 0 : undefined
  // Both say that nothing was changed.
  if (outcome.success.status !== 429 && outcome.success.status !== 503) return undefined
  const wait = Number(outcome.success.headers["retry-after"] ?? 0) * 1000
  return wait <= maxWait ? wait : undefined
}

// Only calls with a body are read; a preference that the caller sent stays.
const withHandling = (request: HttpClientRequest.HttpClientRequest, handling: "strict" | "lenient") =>
  handling === "strict" || (request.method !== "POST" && request.method !== "PATCH")
    ? request
    : HttpClientRequest.setHeader(
        request,
        "prefer",
        [request.headers["prefer"], "handling=lenient"].filter((preference) => preference !== undefined).join(", ")
      )

const persevere = (attempt: Attempt, repeatable: boolean, retries: number, round = 0): Attempt =>
  Effect.gen(function* () {
    const outcome = yield* Effect.result(attempt)
    const wait = waitAfter(outcome, repeatable)
    if (wait === undefined || round >= retries) return yield* Effect.fromResult(outcome)
    const backoff = 200 * 2 ** round * (yield* Random.nextBetween(0.5, 1.5))
    yield* Effect.sleep(Duration.millis(wait + backoff))
    return yield* persevere(attempt, repeatable, retries, round + 1)
  })

/**
 * The typed client. Calls that meet 429, 503 or, where repeating is safe, a lost connection are tried again with
 * exponential backoff and jitter, never sooner than `Retry-After` says. `order_id` is a bigint and amounts are text, exact
 * both ways; `textOf` gives the exact JSON of a free-form member.
 */
export const makeClient = ({ baseUrl, token, retries = 4, timeout = 30_000, handling = "strict" }: ClientOptions) => {
  const httpClient: HttpClient.HttpClient = HttpClient.makeWith<Failure, never, Failure, never>(
    Effect.flatMap((request) =>
      persevere(attempt(withHandling(request, handling), timeout), isRepeatable(request), retries)
    ),
    Effect.succeed
  )
  return HttpApiClient.makeWith(Api, { baseUrl, httpClient }).pipe(
    Effect.provide(
      HttpApiMiddleware.layerClient(Authorization, ({ next, request }) =>
        next(HttpClientRequest.bearerToken(request, token))
      )
    )
  )
}

/** The client on Effect. */
export type Client = Effect.Success<ReturnType<typeof makeClient>>

type Response = HttpClientResponse.HttpClientResponse

type Promised<T> = T extends (...args: infer Args) => Effect.Effect<infer A, infer _E, infer _R>
  ? (...args: Args) => Promise<Exclude<A, Response | readonly [unknown, Response]>>
  : { readonly [Member in keyof T]: Promised<T[Member]> }

/** The client with promises instead of effects. */
export type PromiseClient = Promised<Client>

const promised = (value: unknown): unknown => {
  if (typeof value === "function")
    return (...args: ReadonlyArray<unknown>) => {
      const call: unknown = Reflect.apply(value, undefined, args)
      return isCall(call) ? Effect.runPromise(call) : call
    }
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, promised(member)]))
}

const isCall = (value: unknown): value is Effect.Effect<unknown, unknown> => Effect.isEffect(value)

// What `promised` makes of a client, which its type cannot say.
const isPromiseClient = (value: unknown): value is PromiseClient => typeof value === "object"

/** `makeClient` for plain async code: every call gives a promise, which rejects with the call's tagged error. */
export const connect = (options: ClientOptions): PromiseClient => {
  const client = promised(Effect.runSync(makeClient(options)))
  if (!isPromiseClient(client)) throw new TypeError("The API has no operations")
  return client
}
