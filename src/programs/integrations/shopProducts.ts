import { Effect } from "effect"
import type { ConnectedShop } from "../../domain/integrations/CustomIntegration.ts"
import type { PlatformCommand } from "../../domain/integrations/PlatformCommand.ts"
import { outcome, refusedOutcome } from "../../domain/integrations/PlatformDelivery.ts"
import { readPlatformProduct } from "../../domain/products/readPlatformProduct.ts"
import { makeId } from "../../domain/values/Id.ts"
import { PutProducts } from "../products/PutProducts.ts"

/** Keeps the products that connected stores report, and their stock. Repeating either is safe. */
export const shopProducts = Effect.gen(function* () {
  const products = yield* PutProducts
  const put = Effect.fnUntraced(function* (
    { account_id, kind }: ConnectedShop,
    command: Extract<PlatformCommand, { readonly type: "product" }>,
    received_at: number
  ) {
    const source = kind === "custom" ? ("api" as const) : kind
    const context = { account_id, product_id: command.product_id, new_product_key: yield* makeId("prd"), source }
    const report = yield* readPlatformProduct(command, context, received_at)
    const [result] = yield* products.put(account_id, [report])
    const isChanged = result !== undefined && (yield* Effect.fromResult(result)).changed
    return isChanged ? outcome("applied", null) : outcome("ignored", "unchanged")
  })
  return {
    put: (store: ConnectedShop, command: Parameters<typeof put>[1], received_at: number) =>
      put(store, command, received_at).pipe(
        Effect.catchTag("ValidationFailed", ({ issues }) => Effect.succeed(refusedOutcome(issues)))
      ),
    setLevel: (
      { account_id }: ConnectedShop,
      { item_id, location_id, available, at }: Extract<PlatformCommand, { readonly type: "stock_level" }>
    ) =>
      Effect.map(products.setLevel({ account_id, item_id, location_id, available, at }), (isChanged) =>
        isChanged ? outcome("applied", null) : outcome("ignored", "unchanged")
      )
  }
})
