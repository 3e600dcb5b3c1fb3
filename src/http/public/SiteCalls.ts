import { Clock, Effect } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { readSiteCall } from "../../domain/visits/readSiteCall.ts"
import { webOrigin } from "../../domain/visits/Site.ts"
import { Links } from "../../outbound/templates/Links.ts"
import { openVisitMark, siteKeyOpener } from "../../outbound/templates/siteLinks.ts"
import { TakeSiteCalls } from "../../programs/visits/TakeSiteCalls.ts"
import { answered } from "../pages/pages.ts"
import { readJsonText } from "../server/Body.ts"
import { siteCallLimit } from "../server/publicPaths.ts"

const nothing = HttpServerResponse.empty({ status: 204, headers: { Vary: "Origin" } })

/**
 * `POST /site/:key`: what the pages of the account's site report (contract §18). The answer is 204 whatever is known of key, visitor and
 * products. It names the origin where that is one of the account, so that the browser takes the answer for one.
 */
export const SiteCallsLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const calls = yield* TakeSiteCalls
    const accountOf = siteKeyOpener(links)
    yield* router.add("POST", "/site/:key", (request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function* () {
        const { key = "" } = yield* HttpRouter.params
        const bytes = yield* readJsonText(request, siteCallLimit)
        const account_id = accountOf(key)
        const origin = webOrigin(request.headers["origin"] ?? "")
        if (account_id === undefined || origin === undefined) return nothing
        const call = readSiteCall(bytes, origin)
        if (call === undefined) return nothing
        const { mark, ...reported } = call
        const message = mark === null ? undefined : openVisitMark(links, mark, yield* Clock.currentTimeMillis)
        const message_id = message?.account_id === account_id ? message.message_id : null
        const allowed = yield* calls.take({ ...reported, account_id, origin, message_id })
        return allowed ? HttpServerResponse.setHeader(nothing, "Access-Control-Allow-Origin", origin) : nothing
      }).pipe(answered)
    )
  })
)
