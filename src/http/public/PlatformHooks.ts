import { Clock, Effect, Result } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { errorBody } from "../../api/Errors.ts"
import { parseObject } from "../../domain/json/Json.ts"
import { Links, openStoreAddress } from "../../outbound/templates/Links.ts"
import { ReceivePlatformWebhooks } from "../../programs/integrations/ReceivePlatformWebhooks.ts"
import { Integrations } from "../../store/integrations/Integrations.ts"
import { storeHookBodyLimit } from "../server/publicPaths.ts"
import { answered, noSuchPage } from "../pages/pages.ts"
import { readSignedBody } from "../server/Body.ts"
import { isSignedByPlatform, topicOf } from "./platformSignatures.ts"

const path = "/hooks/stores/:token"

const badSignature = HttpServerResponse.jsonUnsafe(
  errorBody("unauthorized", "The signature does not match the secret of this store"),
  { status: 401 }
)

const accepted = HttpServerResponse.jsonUnsafe({ data: { status: "accepted" } })

// WooCommerce tries a new address with its webhook's id, without a signature, and turns the webhook off unless that is answered with 200.
const isTrial = (body: Uint8Array): boolean =>
  body.length < 50 && /^webhook_id=\d{1,20}$/.test(Buffer.from(body).toString("latin1"))

const scopeOf = (body: Uint8Array): string => {
  const parsed = parseObject(body)
  const scope = Result.isSuccess(parsed) ? parsed.success["scope"] : undefined
  return typeof scope === "string" ? scope : ""
}

/** `/hooks/stores/…`: webhooks of Shopify, WooCommerce and BigCommerce (contract §14). The address names the store, and a signature proves the body. */
export const PlatformHooksLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const integrations = yield* Integrations
    const webhooks = yield* ReceivePlatformWebhooks
    yield* router.add("POST", path, (request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function* () {
        const { token = "" } = yield* HttpRouter.params
        const address = openStoreAddress(links, token)
        if (address === undefined) return noSuchPage
        const store = yield* integrations.findShop(address.account_id, address.integration_id)
        if (store === undefined || store.kind === "custom" || !address.isOf(store.digest)) return noSuchPage
        const body = yield* readSignedBody(request, storeHookBodyLimit)
        if (store.kind === "woocommerce" && isTrial(body)) return accepted
        if (!isSignedByPlatform(store.kind, store, request.headers, body, yield* Clock.currentTimeMillis)) {
          yield* integrations.noteRejection(store)
          return badSignature
        }
        yield* webhooks.receive(store, { topic: topicOf(store.kind, request.headers) ?? scopeOf(body), body })
        return accepted
      }).pipe(answered)
    )
  })
)
