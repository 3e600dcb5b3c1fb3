import { Effect, Result } from "effect"
import { readPlatformCart } from "../../domain/carts/readPlatformCart.ts"
import type { ConnectedShop } from "../../domain/integrations/CustomIntegration.ts"
import type { PlatformCommand } from "../../domain/integrations/PlatformCommand.ts"
import { outcome, refusedOutcome } from "../../domain/integrations/PlatformDelivery.ts"
import { makeId } from "../../domain/values/Id.ts"
import { PutCarts } from "../carts/PutCarts.ts"

/** Keeps the carts that connected stores report, and ends them by their orders. Repeating either is safe. */
export const shopCarts = Effect.gen(function* () {
  const carts = yield* PutCarts
  return {
    put: Effect.fnUntraced(
      function* (
        { account_id, integration_id, kind, default_country }: ConnectedShop,
        command: Extract<PlatformCommand, { readonly type: "cart" }>
      ) {
        const ids = { new_cart_key: yield* makeId("crt"), new_contact_id: yield* makeId("con") }
        const source = kind === "custom" ? ("api" as const) : kind
        const context = { ...ids, account_id, integration_id, cart_id: command.cart_id, source, default_country }
        const read = yield* Effect.result(readPlatformCart(command, context))
        if (Result.isFailure(read)) return refusedOutcome(read.failure.issues)
        const { changed, cart } = yield* carts.put(read.success)
        const { contact_id } = cart
        return outcome(changed ? "applied" : "ignored", changed ? null : "unchanged", { contact_id })
      },
      // A platform names no contact by its id.
      Effect.catchTag("NotFound", () => Effect.succeed(outcome("failed", "service_failure")))
    ),
    end: (
      { account_id }: ConnectedShop,
      { order_id, tokens }: { readonly order_id: string; readonly tokens: ReadonlyArray<string> }
    ) => (tokens.length === 0 ? Effect.void : carts.end({ account_id, order_id: BigInt(order_id), tokens }))
  }
})
