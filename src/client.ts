import { type DateTime, Duration, Effect, Random, type Redacted, Result } from "effect"
import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Api } from "./api/Api.ts"
import { Authorization } from "./api/Authorization.ts"
import { readRequest } from "./clientInput.ts"
import { attempt } from "./clientTransport.ts"
import type { ValidationFailed } from "./domain/ValidationIssue.ts"

export { fromBigCommerce, fromShopify, fromWooCommerce, type PlatformCall } from "./clientPlatforms.ts"
export { joinCampaignBacktests } from "./domain/backtests/joinCampaignBacktests.ts"
export { joinBacktests } from "./domain/backtests/joinBacktests.ts"
export { joinSegmentBacktests } from "./domain/backtests/joinSegmentBacktests.ts"
export { textOf } from "./domain/json/Json.ts"
export { InsufficientScope, NotFound, RateLimited, Unauthorized, Unavailable } from "./domain/Errors.ts"
export { ValidationFailed } from "./domain/ValidationIssue.ts"

export interface ClientOptions {
  /** Origin of the service, such as `https://tally.example`. */
  readonly baseUrl: string
  /** An API token (`service_…`) or an OAuth access token. */
  readonly token: string | Redacted.Redacted
  /** Further attempts after a transient failure; default 4. */
  readonly retries?: number
  /** Time-out of an attempt in milliseconds; default 30,000. */
  readonly timeout?: number
  /**
   * `lenient` (`Prefer: handling=lenient`) leaves unreadable secondary members out of orders, contacts and events instead of failing the
   * call, and lists them in the `warnings` of the response. Default `strict`.
   */
  readonly handling?: "strict" | "lenient"
}

type Failure = HttpClientError.HttpClientError
type Attempt = Effect.Effect<HttpClientResponse.HttpClientResponse, Failure>

// A longer wait means that the day window is used up, so the call fails at once.
const maxWait = 65_000

// Repeating these calls is safe (contract §3, §5 and §15).
const isRepeatable = ({ method, url, headers }: HttpClientRequest.HttpClientRequest): boolean =>
  method !== "POST" ||
  /\/(?:orders\/placed|unsubscribe|(?:campaigns|flows|segments)\/backtest|campaigns\/[^/]+\/(?:review|schedule|unschedule|pause|resume|cancel))$/.test(
    url
  ) ||
  headers["idempotency-key"] !== undefined

/** The least wait before the next attempt, in milliseconds; undefined for a final outcome. */
const waitAfter = (
  outcome: Result.Result<HttpClientResponse.HttpClientResponse, Failure>,
  repeatable: boolean
): number | undefined => {
  if (Result.isFailure(outcome)) return repeatable && outcome.failure.reason._tag === "TransportError" ? 0 : undefined
  // After both, nothing was changed.
  if (outcome.success.status !== 429 && outcome.success.status !== 503) return undefined
  const wait = Number(outcome.success.headers["retry-after"] ?? 0) * 1000
  return wait <= maxWait ? wait : undefined
}

// Only calls with a body are read leniently. Keeps a preference that the caller has set.
const withHandling = (request: HttpClientRequest.HttpClientRequest, handling: "strict" | "lenient") =>
  handling === "strict" || (request.method !== "POST" && request.method !== "PATCH")
    ? request
    : HttpClientRequest.setHeader(
        request,
        "prefer",
        [request.headers["prefer"], "handling=lenient"].filter((preference) => preference !== undefined).join(", ")
      )

const retryTransient = (attempt: Attempt, repeatable: boolean, retries: number, round = 0): Attempt =>
  Effect.gen(function* () {
    const outcome = yield* Effect.result(attempt)
    const wait = waitAfter(outcome, repeatable)
    if (wait === undefined || round >= retries) return yield* Effect.fromResult(outcome)
    const backoff = 200 * 2 ** round * (yield* Random.nextBetween(0.5, 1.5))
    yield* Effect.sleep(Duration.millis(wait + backoff))
    return yield* retryTransient(attempt, repeatable, retries, round + 1)
  })

/**
 * The typed client. Retries after 429, 503 and, where repeating is safe, a lost connection, with exponential backoff and jitter and not before
 * `Retry-After`. `order_id` is a bigint and amounts are text, both exact; a request may have what the API takes in their place: numbers,
 * digits, a `Date` or text for a time. A request that the API would refuse fails with `ValidationFailed` and every issue, before it is sent.
 * `textOf` returns the exact JSON of a free-form member.
 */
export const makeClient = ({
  baseUrl,
  token,
  retries = 4,
  timeout = 30_000,
  handling = "strict"
}: ClientOptions): Effect.Effect<Client> => {
  const httpClient: HttpClient.HttpClient = HttpClient.makeWith<Failure, never, Failure, never>(
    Effect.flatMap((request) =>
      retryTransient(attempt(withHandling(request, handling), timeout), isRepeatable(request), retries)
    ),
    Effect.succeed
  )
  return HttpApiClient.makeWith(Api, { baseUrl, httpClient }).pipe(
    Effect.map(reading),
    Effect.provide(
      HttpApiMiddleware.layerClient(Authorization, ({ next, request }) =>
        next(HttpClientRequest.bearerToken(request, token))
      )
    )
  )
}

type Response = HttpClientResponse.HttpClientResponse
type Declared = HttpApiClient.ForApi<typeof Api>
type Amounts = "total" | "subtotal"

/** The JSON values that the API accepts for a member whose type in code is `T`. */
type Accepted<T, Key = never> = T extends bigint
  ? bigint | number | string
  : T extends DateTime.Utc
    ? T | Date | string
    : T extends string
      ? Key extends Amounts
        ? T | number | bigint
        : T
      : T
type AcceptedMembers<T> = { readonly [Key in keyof T]: Accepted<T[Key], Key> }
type AcceptedRequest<T> = {
  readonly [Key in keyof T]: Key extends "payload" | "query" ? AcceptedMembers<T[Key]> : T[Key]
}

/** A call that takes what the API takes; and as declared, for the modes of its response. */
type Reading<T> = T extends (request: infer Request) => Effect.Effect<infer A, infer E, infer R>
  ? T &
      ((
        request: AcceptedRequest<Request>
      ) => Effect.Effect<Exclude<A, Response | readonly [unknown, Response]>, E | ValidationFailed, R>)
  : { readonly [Member in keyof T]: Reading<T[Member]> }

/** The client on Effect. */
export type Client = Reading<Declared>

const withReading = (operation: string, value: unknown): unknown => {
  if (typeof value === "function")
    return (request: unknown, ...rest: ReadonlyArray<unknown>) =>
      Effect.flatMap(readRequest(operation, request), (read) => {
        const call: unknown = Reflect.apply(value, undefined, [read, ...rest])
        return isCall(call) ? call : Effect.succeed(call)
      })
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      withReading(operation === "" ? name : `${operation}.${name}`, member)
    ])
  )
}

// The type of `withReading` does not tell what it returns for a client.
const isClient = (value: unknown): value is Client => typeof value === "object"

const reading = (declared: Declared): Client => {
  const client = withReading("", declared)
  if (!isClient(client)) throw new TypeError("The API has no operations")
  return client
}

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

// The type of `promised` does not tell what it returns for a client.
const isPromiseClient = (value: unknown): value is PromiseClient => typeof value === "object"

/** `makeClient` for async code: every call returns a promise that rejects with the tagged error of the call. */
export const connect = (options: ClientOptions): PromiseClient => {
  const client = promised(Effect.runSync(makeClient(options)))
  if (!isPromiseClient(client)) throw new TypeError("The API has no operations")
  return client
}
