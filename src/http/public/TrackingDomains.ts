import { Effect, Layer } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { isId } from "../../domain/values/Id.ts"
import { Links, trackingAnswer } from "../../outbound/templates/Links.ts"
import { Admissions } from "../../store/admission/Admissions.ts"
import { ClientAddress } from "../auth/ClientAddress.ts"
import { takeWorkSlot } from "../capacity/CallCapacity.ts"
import { answered, noSuchPage } from "../pages/pages.ts"
import { limited } from "../server/Response.ts"
import { hostOf, TrackingHosts } from "../server/TrackingHosts.ts"

const headers = { "Cache-Control": "no-store" }

/** `/tracking/proof/…`: what the service expects of itself when it checks a tracking domain. The answer is of the account and the host that was called. */
const ProofLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    yield* router.add("GET", "/tracking/proof/:account", (request) =>
      Effect.map(HttpRouter.params, ({ account = "" }) =>
        isId(account)
          ? HttpServerResponse.text(trackingAnswer(links, account, hostOf(request)), { headers })
          : noSuchPage
      )
    )
  })
)

/**
 * `/tracking/ask?domain=…`: whether a proxy may get a certificate for a host: 200 for tracking domains that accounts have set, else 404. Hosts that are
 * none draw on the budget of guesses of the client's address, as unknown short links do.
 */
const AskLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const hosts = yield* TrackingHosts
    const admissions = yield* Admissions
    const addresses = yield* ClientAddress
    const guesser = (request: HttpServerRequest.HttpServerRequest) => ({
      digest: null,
      serviceAccountId: null,
      address: `guesses ${addresses.of(request)}`
    })
    yield* router.add("GET", "/tracking/ask", (request) =>
      Effect.gen(function* () {
        const host = (new URLSearchParams(request.url.split("?")[1] ?? "").get("domain") ?? "").toLowerCase()
        const found = HttpServerResponse.empty({ status: 200, headers })
        if (yield* hosts.isSet(host)) return found
        const rejection = admissions.remembered(guesser(request))
        if (rejection !== undefined) return limited(rejection.retryAfter)
        yield* takeWorkSlot
        if (yield* hosts.lookUp(host)) return found
        const { granted, retryAfter } = yield* admissions.admit(guesser(request))
        return granted ? noSuchPage : limited(retryAfter)
      }).pipe(answered)
    )
  })
)

/** The routes about tracking domains (contract §19). Those of mail answer at them too. */
export const TrackingDomainsLayer = Layer.mergeAll(ProofLayer, AskLayer)
