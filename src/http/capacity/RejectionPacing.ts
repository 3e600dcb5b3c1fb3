import { Context, Effect, Layer, Random } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { clientOf } from "../../domain/accounts/LoggedRequest.ts"
import { RequestLog } from "../../store/accounts/RequestLog.ts"
import { Admissions } from "../../store/admission/Admissions.ts"
import type { RateLimitedAdmission } from "../../store/admission/RateLimitMemory.ts"
import { digestOf } from "../../store/keys/Digest.ts"
import { publicUrl } from "../../store/settings/PublicUrl.ts"
import { ClientAddress } from "../auth/ClientAddress.ts"
import { rateHeaders } from "../auth/rateHeaders.ts"
import { requestedAccount, tokenForm } from "../auth/tokenForm.ts"
import { isDashboard, routesOf } from "../server/KnownRoutes.ts"
import { budgetOfPath } from "../server/publicPaths.ts"
import { rateLimited, requestIdOf, sendError } from "../server/Response.ts"
import { smallBody, waitBounds } from "../../domain/capacity/bounds.ts"

const firstHeader = (header: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof header === "string" ? header : header?.[0]

/** The digest of the token whose budget the request draws from; null for the budget of its address; undefined for no budget. */
const budgetOf = ({ method = "", url = "", headers }: IncomingMessage, path: string) => {
  // An absolute request target is left to the platform.
  if (!url.startsWith("/") || path.startsWith("/health/") || isDashboard(path)) return undefined
  const routes = routesOf(path)
  const isServed =
    routes.methodsOf(path).includes(method) && Number(headers["content-length"] ?? 0) <= routes.bodyLimitOf(path)
  const budget = budgetOfPath(method, path)
  if (isServed && budget !== undefined && budget !== "address") return undefined
  const token = isServed && path.startsWith("/v1/") ? /^bearer +([^ ].*|)$/i.exec(headers.authorization ?? "")?.[1] : ""
  return token !== undefined && tokenForm.test(token) ? digestOf(token) : null
}

const makeRejectionPacing = Effect.gen(function* () {
  const admissions = yield* Admissions
  const requests = yield* RequestLog
  const addresses = yield* ClientAddress
  const random = yield* Random.Random
  const { secure } = yield* publicUrl
  const fork = Effect.runForkWith(yield* Effect.context<never>())

  const reject = (rejection: RateLimitedAdmission, response: ServerResponse, path: string) => {
    if (response.destroyed) return
    const { method = "", headers } = response.req
    const requestId = requestIdOf(firstHeader(headers["x-request-id"]), random)
    const error = rateLimited(rejection.retryAfter)
    sendError(response, error, { ...error.headers, ...rateHeaders(rejection) }, path, requestId, secure)
    const { caller } = rejection
    if (caller === null) return
    const note = requests.record({
      account_id: caller.home,
      request_id: requestId,
      caller_id: caller.application_id ?? caller.token_id,
      subaccount_id: caller.target?.account_id === caller.home ? null : (caller.target?.account_id ?? null),
      endpoint: `${method === "HEAD" ? "GET" : method} ${routesOf(path).templateOf(path) ?? ""}`,
      status: error.status,
      error_code: error.code,
      fields: null,
      duration_ms: 0,
      client: clientOf(headers["user-agent"])
    })
    fork(note)
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const path = request.url?.split("?", 1)[0] ?? ""
    const digest = budgetOf(request, path)
    if (digest === undefined) return false
    const rejection = admissions.remembered({
      digest,
      serviceAccountId: requestedAccount(firstHeader(request.headers["service-account-id"])),
      address: addresses.client(request.socket.remoteAddress, firstHeader(request.headers["x-forwarded-for"]))
    })
    if (rejection === undefined) return false
    const { promptRejections, rejectionDelay } = waitBounds
    if (rejection.count <= promptRejections) {
      reject(rejection, response, path)
      return true
    }
    // Discards the body now: bodies held until the response make major collections frequent.
    if (Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY) <= smallBody) request.resume()
    // Spread over two more seconds: a crowd answered at once would call again at once.
    setTimeout(() => reject(rejection, response, path), rejectionDelay * (1 + random.nextDoubleUnsafe()))
    return true
  }
})

/**
 * Answers 429 to callers whose rate window is known to be used up, before anything else is done for them: without the database and without
 * a work slot (contract §7). Paces callers that ignore it: beyond 1,000 rejections a minute each further one is sent two to four seconds later.
 */
export class RejectionPacing extends Context.Service<
  RejectionPacing,
  /** Returns true for a request that is answered here, now or later. */
  (request: IncomingMessage, response: ServerResponse) => boolean
>()("tally/http/capacity/RejectionPacing") {
  static readonly layer = Layer.effect(this, makeRejectionPacing)
}
