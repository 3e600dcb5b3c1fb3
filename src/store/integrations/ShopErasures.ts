import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { retried } from "../database/Transaction.ts"

const Erasure = Schema.Struct({
  account_id: Schema.String,
  integration_id: Schema.String,
  created_at: Schema.Date,
  erase_cursor: Schema.NullOr(Schema.String)
})
const queryErasure = queryOne(Erasure)
const queryChecked = query(Schema.Struct({ contact_id: Schema.String, came_alone: Schema.Boolean }))

/** A store whose contacts are being erased. */
export type ShopErasure = typeof Erasure.Type

/** A contact of the account: whether it came from this store alone (contract §14). */
export type CheckedContact = Effect.Success<ReturnType<typeof queryChecked>>[number]

type ShopRef = Pick<ShopErasure, "account_id" | "integration_id">

// Milliseconds: longer than a webhook in flight may take, so that no contact of the store comes after the first step.
const pause = 60_000

const pageSize = 50

/** Erasures of the contacts of stores, one page of the account's contacts at a time. A crash between two statements repeats a page. */
export class ShopErasures extends Context.Service<
  ShopErasures,
  {
    /** Marks the store; the first step is due a minute later. Idempotent. */
    readonly request: (store: ShopRef) => Effect.Effect<void, Unavailable>
    /** The erasure that has been due longest. */
    readonly next: Effect.Effect<ShopErasure | undefined, Unavailable>
    /** The next contacts of the account by id, at most 50. Empty once all were checked. */
    readonly page: (erasure: ShopErasure) => Effect.Effect<ReadonlyArray<CheckedContact>, Unavailable>
    /** Goes on after this contact; nothing when another process has gone on meanwhile. */
    readonly advance: (erasure: ShopErasure, contact_id: string) => Effect.Effect<void, Unavailable>
    /** Tries the page again a minute later. Stores that wait go first. */
    readonly postpone: (store: ShopRef) => Effect.Effect<void, Unavailable>
    readonly finish: (store: ShopRef) => Effect.Effect<void, Unavailable>
  }
>()("tally/store/integrations/ShopErasures") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const later = Effect.map(Clock.currentTimeMillis, (now) => timeText(now + pause))
      const ofStore = ({ account_id, integration_id }: ShopRef) =>
        sql`WHERE account_id = ${account_id} AND integration_id = ${integration_id}`

      return ShopErasures.of({
        request: Effect.fnUntraced(function* (store) {
          yield* sql`UPDATE integrations SET erase_due_at = coalesce(erase_due_at, ${yield* later}::timestamptz) ${ofStore(store)}`
        }, retried),
        next: Effect.gen(function* () {
          const now = timeText(yield* Clock.currentTimeMillis)
          return yield* queryErasure(sql`SELECT account_id, integration_id, created_at, erase_cursor FROM integrations
            WHERE erase_due_at <= ${now}::timestamptz ORDER BY erase_due_at, account_id, integration_id LIMIT 1`)
        }).pipe(retried),
        page: ({ account_id, integration_id, created_at, erase_cursor }) => {
          const of = (table: "shop_customers" | "shop_contacts" | "orders" | "consent_log") =>
            sql`SELECT FROM ${sql(table)} kept WHERE kept.account_id = ${account_id} AND kept.contact_id = c.contact_id`
          // A contact and the order that creates it have the same time of creation.
          return retried(
            queryChecked(sql`
              SELECT contact_id, created_at >= ${created_at}::timestamptz
                AND (EXISTS (${of("shop_customers")} AND integration_id = ${integration_id} AND made_contact)
                  OR EXISTS (${of("shop_contacts")} AND integration_id = ${integration_id})
                  OR EXISTS (${of("orders")} AND integration_id = ${integration_id} AND kept.created_at = c.created_at))
                AND NOT EXISTS (${of("shop_customers")} AND integration_id <> ${integration_id})
                AND NOT EXISTS (${of("orders")} AND integration_id IS DISTINCT FROM ${integration_id})
                AND NOT EXISTS (${of("consent_log")} AND actor <> ${integration_id}
                  AND cause IN ('api', 'order', 'dashboard', 'import', 'form')) AS came_alone
              FROM contacts c WHERE account_id = ${account_id} AND contact_id > ${erase_cursor ?? ""}
              ORDER BY contact_id LIMIT ${pageSize}`)
          )
        },
        advance: (erasure, contact_id) =>
          retried(
            Effect.asVoid(sql`UPDATE integrations SET erase_cursor = ${contact_id} ${ofStore(erasure)}
              AND erase_cursor IS NOT DISTINCT FROM ${erasure.erase_cursor}`)
          ),
        postpone: Effect.fnUntraced(function* (store) {
          yield* sql`UPDATE integrations SET erase_due_at = ${yield* later}::timestamptz ${ofStore(store)}
            AND erase_due_at IS NOT NULL`
        }, retried),
        finish: (store) =>
          retried(
            Effect.asVoid(sql`UPDATE integrations SET erase_due_at = NULL, erase_cursor = NULL ${ofStore(store)}`)
          )
      })
    })
  )
}
