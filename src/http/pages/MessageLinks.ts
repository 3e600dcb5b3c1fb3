import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { isMachineRequest } from "../../domain/messages/Click.ts"
import { hiddenAddress } from "../../outbound/templates/hiddenLink.ts"
import { isWebAddress } from "../../outbound/templates/linkAddress.ts"
import { Links } from "../../outbound/templates/Links.ts"
import { RecordClicks } from "../../programs/messages/RecordClicks.ts"
import { takeWorkSlot } from "../capacity/CallCapacity.ts"
import { noSuchPage, page } from "./pages.ts"
import { ConfirmPagesLayer } from "./ConfirmPages.ts"
import { PreferencePagesLayer } from "./PreferencePages.ts"
import { ShortLinksLayer } from "./ShortLinks.ts"
import { UnsubscribeLayer } from "./Unsubscribe.ts"

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
export const MessageLinksLayer = Layer.mergeAll(
  UnsubscribeLayer,
  PreferencePagesLayer,
  ConfirmPagesLayer,
  ClickLayer,
  ShortLinksLayer
)
