import { Clock, Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { isWebAddress } from "../../messages/templates/linkAddress.ts"
import { Links } from "../../messages/templates/Links.ts"
import { ApplyConsentSignals } from "../../programs/contacts/ApplyConsentSignals.ts"
import { MessageReports } from "../../store/messages/MessageReports.ts"
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

/** `/c/…`: records the click and redirects to the signed address. */
const ClickLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const reports = yield* MessageReports
    yield* router.add(
      "GET",
      "/c/:token",
      Effect.fnUntraced(function* (request) {
        const { token = "" } = yield* HttpRouter.params
        const [account_id, message_id, url] = links.open("click", token) ?? []
        if (account_id === undefined || message_id === undefined || url === undefined || !isWebAddress(url)) {
          return noSuchPage
        }
        // Redirects also while the database is unavailable.
        if (request.method === "GET") {
          const clicked = reports.clicked({ account_id, message_id }, yield* Clock.currentTimeMillis)
          yield* Effect.ignore(Effect.andThen(takeWorkSlot, clicked))
        }
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
