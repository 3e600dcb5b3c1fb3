import { Clock, Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { isWebAddress } from "../../messages/templates/linkAddress.ts"
import { Links } from "../../messages/templates/Links.ts"
import { MessageReports } from "../../store/messages/MessageReports.ts"
import { takeWorkSlot } from "../capacity/CallCapacity.ts"
import { noSuchPage } from "./pages.ts"
import { ShortLinksLayer } from "./ShortLinks.ts"
import { UnsubscribeLayer } from "./Unsubscribe.ts"

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
export const MessageLinksLayer = Layer.mergeAll(UnsubscribeLayer, ClickLayer, ShortLinksLayer)

export const messageLinkRoutes = [
  ["GET", "/u/:token"],
  ["POST", "/u/:token"],
  ["POST", "/u/:token/resubscribe"],
  ["GET", "/c/:token"],
  ["GET", "/s/:code"]
] as const
