import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { isMachineRequest } from "../../domain/messages/Click.ts"
import { hiddenAddress } from "../../messages/templates/hiddenLink.ts"
import { isWebAddress } from "../../messages/templates/linkAddress.ts"
import { Links } from "../../messages/templates/Links.ts"
import { ApplyConsentSignals } from "../../programs/contacts/ApplyConsentSignals.ts"
import { RecordClicks } from "../../programs/messages/RecordClicks.ts"
import { takeWorkSlot } from "../capacity/CallCapacity.ts"
import { answered, noSuchPage, page } from "./pages.ts"

/** `/u/…`: GET shows a form, because mail scanners follow links; POST unsubscribes, also by the one click of RFC 8058. */
const UnsubscribeLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const signals = yield* ApplyConsentSignals
    const opened = Effect.map(HttpRouter.params, ({ token = "" }) => links.open("unsubscribe", token))
    yield* router.add(
      "GET",
      "/u/:token",
      Effect.map(opened, (parts) =>
        parts === undefined
          ? noSuchPage
          : page(
              "Unsubscribe",
              `<p>Get no more e-mail from this sender?</p><form method="post"><button>Unsubscribe</button></form>`
            )
      )
    )
    yield* router.add(
      "POST",
      "/u/:token",
      Effect.gen(function* () {
        const [account_id, message_id] = (yield* opened) ?? []
        if (account_id === undefined || message_id === undefined) return noSuchPage
        yield* takeWorkSlot
        yield* signals.unsubscribe({ account_id, message_id })
        return page("You are unsubscribed", "<p>You will get no more e-mail from this sender.</p>")
      }).pipe(answered)
    )
  })
)

/** `/c/…`: records the click, of a person or a machine, and redirects to the signed address. The hidden link has no address. */
const ClickLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const clicks = yield* RecordClicks
    yield* router.add(
      "GET",
      "/c/:token",
      Effect.fnUntraced(function* (request) {
        const { token = "" } = yield* HttpRouter.params
        const [account_id, message_id, url] = links.open("click", token) ?? []
        const isHidden = url === hiddenAddress
        if (account_id === undefined || message_id === undefined || url === undefined) return noSuchPage
        if (!isHidden && !isWebAddress(url)) return noSuchPage
        const isMachine = isHidden || isMachineRequest(request.method, request.headers["user-agent"])
        // Redirects also while the database is unavailable.
        const recorded = clicks.record({ account_id, message_id, link: url, isMachine })
        yield* Effect.ignore(Effect.andThen(takeWorkSlot, recorded))
        if (isHidden) return page("Nothing here", "<p>This page is empty.</p>")
        // Headers hold ASCII only: `href` has the host in Punycode and the rest percent-encoded.
        return HttpServerResponse.redirect(new URL(url).href, {
          headers: { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" }
        })
      })
    )
  })
)

/** The routes of the links in messages. */
export const MessageLinksLayer = Layer.merge(UnsubscribeLayer, ClickLayer)

export const messageLinkRoutes = [
  ["GET", "/u/:token"],
  ["POST", "/u/:token"],
  ["GET", "/c/:token"]
] as const
