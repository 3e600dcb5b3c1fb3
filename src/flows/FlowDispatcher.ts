import { Context, Effect, Layer, Ref } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { EventTrigger } from "../domain/Event.ts"
import type { Trigger } from "../domain/Order.ts"
import { rowsJson } from "../store/writes.ts"
import { timeText } from "../store/rows.ts"

/** Where flows learn what happened. */
export class FlowDispatcher extends Context.Service<
  FlowDispatcher,
  {
    /** Records triggers. Joins the open transaction; a trigger is a key, so recording one twice is an error, never a second start. */
    readonly record: (triggers: ReadonlyArray<Trigger | EventTrigger>) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/flows/FlowDispatcher") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return FlowDispatcher.of({
        record: (all) => {
          // An event is a row of its own already.
          const triggers = all.filter((trigger) => trigger.type !== "event")
          return triggers.length === 0
            ? Effect.void
            : sql`INSERT INTO flow_triggers (account_id, type, order_id, occurrence, contact_id, occurred_at)
                SELECT * FROM json_to_recordset(${rowsJson(
                  triggers.map((trigger) => ({
                    ...trigger,
                    order_id: String(trigger.order_id),
                    occurred_at: timeText(trigger.occurred_at)
                  }))
                )}::json) AS r (account_id text, type text, order_id bigint, occurrence int, contact_id text,
                  occurred_at timestamptz)`
        }
      })
    })
  )

  /** Keeps the triggers in `RecordedTriggers`. */
  static readonly layerMemory = Layer.effect(
    this,
    Effect.gen(function* () {
      const recorded = yield* RecordedTriggers
      return FlowDispatcher.of({ record: (triggers) => Ref.update(recorded, (before) => [...before, ...triggers]) })
    })
  )
}

/** What `FlowDispatcher.layerMemory` was told. */
export class RecordedTriggers extends Context.Service<
  RecordedTriggers,
  Ref.Ref<ReadonlyArray<Trigger | EventTrigger>>
>()("tally/flows/RecordedTriggers") {
  static readonly layer = Layer.effect(this, Ref.make<ReadonlyArray<Trigger | EventTrigger>>([]))
}
