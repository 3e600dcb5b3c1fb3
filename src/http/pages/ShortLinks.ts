import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { isCode } from "../../domain/messages/ShortLink.ts"
import { Links } from "../../messages/templates/Links.ts"
import { ShortLinks } from "../../store/messages/ShortLinks.ts"
import { takeWorkSlot } from "../capacity/CallCapacity.ts"
import { answered, noSuchPage } from "./pages.ts"

/** `/s/…`: redirects a short link of a text to the signed link of its address, which records the click (contract §12). */
export const ShortLinksLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const shortLinks = yield* ShortLinks
    yield* router.add(
      "GET",
      "/s/:code",
      Effect.gen(function* () {
        const { code = "" } = yield* HttpRouter.params
        if (!isCode(code)) return noSuchPage
        yield* takeWorkSlot
        const found = yield* shortLinks.find(code)
        if (found === undefined) return noSuchPage
        // The preference page is no click.
        const isOwn = found.url.startsWith(`${links.origin}/`)
        const signed = isOwn ? found.url : links.sign("click", [found.account_id, found.message_id, found.url])
        return HttpServerResponse.redirect(signed, {
          headers: { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" }
        })
      }).pipe(answered)
    )
  })
)
