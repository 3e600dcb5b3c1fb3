import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { consentChange } from "../../domain/contacts/ledgerJson.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { isCounted } from "../../domain/messages/Frequency.ts"
import { conditionsThen, type MessageWhy } from "../../domain/messages/MessageWhy.ts"
import { FlowFacts } from "../../store/conditions/FlowFacts.ts"
import { retried } from "../../store/database/Transaction.ts"
import { MessageQueries } from "../../store/messages/MessageQueries.ts"

/** Why messages were written to their contacts, read from the run, the flow's version and the consent ledger (contract §20). */
export class ExplainMessages extends Context.Service<
  ExplainMessages,
  {
    readonly explain: (account_id: string, message_id: string) => Effect.Effect<MessageWhy, NotFound | Unavailable>
  }
>()("tally/programs/messages/ExplainMessages") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const origins = yield* MessageQueries
      const facts = yield* FlowFacts
      return ExplainMessages.of({
        explain: Effect.fn("ExplainMessages.explain")(function* (account_id, message_id) {
          const origin = yield* origins.origin(account_id, message_id)
          if (origin === undefined) return yield* new NotFound()
          const { contact_id, version, started_at, order_id, event_id, cart_id, product_id, definition, audience } =
            origin
          const now = yield* Clock.currentTimeMillis
          const conditions = definition?.filters ?? audience?.include ?? []
          const subject = { account_id, contact_id, order_id, event_id, cart_id, product_id, lookups: [], now }
          const [found] = started_at === null || conditions.length === 0 ? [] : yield* retried(facts.read([subject]))
          const entry = yield* origins.consentAt(account_id, origin)
          return {
            trigger: definition?.trigger ?? null,
            flow_version: version,
            started_at: started_at === null ? null : DateTime.makeUnsafe(started_at),
            order_id,
            event_id,
            cart_id,
            product_id,
            conditions: conditionsThen(conditions, found, started_at ?? 0),
            topic: origin.topic,
            consent: {
              required: isCounted(origin),
              at: DateTime.makeUnsafe(origin.decided_at),
              state: entry?.to_state ?? "never_subscribed",
              entry: entry === undefined ? null : consentChange(entry)
            }
          }
        })
      })
    })
  ).pipe(Layer.provide([MessageQueries.layer, FlowFacts.layer]))
}
