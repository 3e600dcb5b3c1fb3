import { Clock, Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { isWebAddress } from "../../messages/templates/linkAddress.ts"
import { Links } from "../../messages/templates/Links.ts"
import { ApplyConsentSignals } from "../../programs/contacts/ApplyConsentSignals.ts"
import { MessageReports } from "../../store/messages/MessageReports.ts"
import { takeWorkSlot } from "../capacity/CallCapacity.ts"
import { answered, noSuchPage, page } from "./pages.ts"

/** `/u/…`: asks first on GET, because mail scanners follow links; unsubscribes on POST, also by RFC 8058's one click. */
const UnsubscribeLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const contacts = yield* ApplyConsentSignals
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
        yield* contacts.unsubscribe({ account_id, message_id })
        return page("You are unsubscribed", "<p>You will get no more e-mail from this sender.</p>")
      }).pipe(answered)
    )
  })
)

/** `/c/…`: remembers the click and goes on to the address that was signed. */
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
        // Whoever clicked gets where they wanted to go, also while the database is away.
        if (request.method === "GET") {
          const clicked = reports.clicked({ account_id, message_id }, yield* Clock.currentTimeMillis)
          yield* Effect.ignore(Effect.andThen(takeWorkSlot, clicked))
        }
        // Headers hold ASCII: hosts go as Punycode, all else percent-encoded.
        return HttpServerResponse.redirect(new URL(url).href, {
          headers: { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" }
        })
      })
    )
  })
)

/** The links in messages. */
export const MessageLinksLayer = Layer.merge(UnsubscribeLayer, ClickLayer)

export const messageLinkRoutes = [
  ["GET", "/u/:token"],
  ["POST", "/u/:token"],
  ["GET", "/c/:token"]
] as const
