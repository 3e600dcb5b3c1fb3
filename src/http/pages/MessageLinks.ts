import { Clock, Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { isMachineRequest } from "../../domain/messages/Click.ts"
import { hiddenAddress } from "../../outbound/templates/hiddenLink.ts"
import { isWebAddress } from "../../outbound/templates/linkAddress.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { Links } from "../../outbound/templates/Links.ts"
import { visitMark, withVisitMark } from "../../outbound/templates/siteLinks.ts"
import { RecordClicks } from "../../programs/messages/RecordClicks.ts"
import { Sites } from "../../store/visits/Sites.ts"
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
    const sites = yield* Sites
    // The pages of the account's own site learn whose message led to them.
    const markedAddress = (address: URL, message: MessageRef & { readonly contact_id: string }) =>
      Effect.gen(function* () {
        const { origins } = yield* sites.read(message.account_id)
        const now = yield* Clock.currentTimeMillis
        return origins.includes(address.origin)
          ? withVisitMark(address, origins, visitMark(links, message, now))
          : address
      }).pipe(Effect.orElseSucceed(() => address))
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
        const contact_id = yield* Effect.orElseSucceed(Effect.andThen(takeWorkSlot, recorded), () => undefined)
        if (isHidden) return page("Nothing here", "<p>This page is empty.</p>")
        // Headers hold ASCII only: `href` has the host in Punycode and the rest percent-encoded.
        const address = new URL(url)
        const marked =
          contact_id === undefined ? address : yield* markedAddress(address, { account_id, message_id, contact_id })
        return HttpServerResponse.redirect(marked.href, {
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
