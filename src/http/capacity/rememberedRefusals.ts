import { Effect, Random } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { clientOf } from "../../domain/accounts/LoggedRequest.ts"
import { Admissions } from "../../store/admission/Admissions.ts"
import { digestOf } from "../../store/database/Digest.ts"
import { publicUrl } from "../../store/database/PublicUrl.ts"
import type { RateLimitedAdmission } from "../../store/admission/RateLimitMemory.ts"
import { Requests } from "../../store/accounts/Requests.ts"
import { ClientAddress } from "../auth/ClientAddress.ts"
import { rateLimited, requestIdOf, sendError } from "../server/Response.ts"
import { isDashboard, isLinkOrHook, routesOf } from "../server/KnownRoutes.ts"
import { rateHeaders } from "../auth/RateHeaders.ts"
import { tokenForm, wantedAccount } from "../auth/tokenForm.ts"
import { waitBounds } from "./bounds.ts"

const headerOf = (header: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof header === "string" ? header : header?.[0]

/** By which token a request is counted; null where it is by its address; undefined where no budget is drawn from. */
const credentialOf = ({ method = "", url = "", headers }: IncomingMessage, path: string) => {
  // An absolute target is read by the platform.
  if (!url.startsWith("/") || path.startsWith("/health/") || isDashboard(path)) return undefined
  const routes = routesOf(path)
  const isServed =
    routes.methodsOf(path).includes(method) && Number(headers["content-length"] ?? 0) <= routes.bodyLimitOf(path)
  if (isServed && isLinkOrHook(path)) return undefined
  const token = isServed && path.startsWith("/v1/") ? /^bearer +(.*)$/i.exec(headers.authorization ?? "")?.[1] : ""
  return token !== undefined && tokenForm.test(token) ? digestOf(token) : null
}

/**
 * Answers calls whose rate window is known to be used up, before anything else is done for them: without the database and without
 * a place (contract §7). A caller that goes on above 1,000 refusals a minute gets the further ones a second later.
 */
export const rememberedRefusals = Effect.gen(function* () {
  const admissions = yield* Admissions
  const requests = yield* Requests
  const addresses = yield* ClientAddress
  const random = yield* Random.Random
  const { secure } = yield* publicUrl
  const fork = Effect.runForkWith(yield* Effect.context<never>())

  const send = (refused: RateLimitedAdmission, response: ServerResponse, path: string) => {
    if (response.destroyed) return
    const { method = "", headers } = response.req
    const requestId = requestIdOf(headerOf(headers["x-request-id"]), random)
    const error = rateLimited(refused.retryAfter)
    sendError(response, error, { ...error.headers, ...rateHeaders(refused) }, path, requestId, secure)
    const { caller } = refused
    if (caller === null) return
    const note = requests.note({
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

  /** Whether the request was answered, or will be. */
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const path = request.url?.split("?", 1)[0] ?? ""
    const digest = credentialOf(request, path)
    if (digest === undefined) return false
    const address = addresses.client(request.socket.remoteAddress, headerOf(request.headers["x-forwarded-for"]))
    const refused = admissions.remembered({
      digest,
      serviceAccountId: wantedAccount(headerOf(request.headers["service-account-id"])),
      address
    })
    if (refused === undefined) return false
    const { promptRefusals, refusalDelay } = waitBounds
    if (refused.count <= promptRefusals) send(refused, response, path)
    else setTimeout(() => send(refused, response, path), refusalDelay)
    return true
  }
})
