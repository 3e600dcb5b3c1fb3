import { Context, Effect, Layer } from "effect"
import type { Unavailable } from "../../domain/Errors.ts"
import { ShopErasures } from "../../store/integrations/ShopErasures.ts"
import { QueueWatch } from "../../store/upkeep/QueueWatch.ts"
import { WriteContacts } from "../contacts/WriteContacts.ts"

/** Erases the contacts that came only from stores that asked to be erased (contract §14). */
export class EraseShops extends Context.Service<
  EraseShops,
  {
    /**
     * Checks the next contacts of one account, erases those of its store, and returns whether there was a store to erase. Any number of
     * processes may run it. A step that a crash cut short is repeated, which changes nothing more. A page with a contact that could
     * not be erased is tried again a minute later.
     */
    readonly step: Effect.Effect<boolean, Unavailable>
  }
>()("tally/programs/integrations/EraseShops") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const erasures = yield* ShopErasures
      const contacts = yield* WriteContacts

      const erase = (account_id: string, contact_id: string) =>
        contacts.erase({ account_id, contact_id }, { dry: false }).pipe(
          Effect.as(true),
          Effect.catchTag("NotFound", () => Effect.succeed(true)),
          Effect.catchCause((cause) =>
            Effect.as(
              Effect.logWarning("A contact of an erased store could not be erased", { contact_id }, cause),
              false
            )
          )
        )

      return EraseShops.of({
        step: Effect.gen(function* () {
          const erasure = yield* erasures.next
          if (erasure === undefined) return false
          const page = yield* erasures.page(erasure)
          const last = page.at(-1)
          if (last === undefined) {
            yield* erasures.finish(erasure)
            return true
          }
          const erased = yield* Effect.forEach(
            page.filter(({ came_alone }) => came_alone),
            ({ contact_id }) => erase(erasure.account_id, contact_id)
          )
          yield* erased.includes(false) ? erasures.postpone(erasure) : erasures.advance(erasure, last.contact_id)
          return true
        })
      })
    })
  ).pipe(Layer.provide(ShopErasures.layer))
}

/** Erases stores for as long as the program runs. */
export const ErasingShopsLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { step } = yield* EraseShops
    const { awaitDue } = yield* QueueWatch
    yield* step.pipe(
      Effect.catchCause((cause) =>
        Effect.as(
          Effect.andThen(Effect.logWarning("A store could not be erased", cause), Effect.sleep("10 seconds")),
          true
        )
      ),
      Effect.flatMap((found) => (found ? Effect.void : awaitDue("shop_erasure"))),
      Effect.forever,
      Effect.forkScoped
    )
  })
).pipe(Layer.provide([EraseShops.layer, QueueWatch.layer]))
