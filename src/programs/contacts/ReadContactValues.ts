import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  contactsOfEnd,
  contactsRead,
  type ContactValues,
  listedTypes,
  type OwnValues,
  sumValues
} from "../../domain/contacts/ContactValues.ts"
import { shopValues } from "../../domain/contacts/ShopValues.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { UsedValues } from "../../store/contacts/UsedValues.ts"
import { readOnly } from "../../store/database/Transaction.ts"
import { ScanContacts } from "./ScanContacts.ts"

/** Reads the values that contacts have, as suggestions where one is to be named (contract §17). */
export class ReadContactValues extends Context.Service<
  ReadContactValues,
  {
    /** Of the newest and the oldest contacts, in the turns of what reads many contacts. */
    readonly ofContacts: (account_id: string) => Effect.Effect<OwnValues, Unavailable>
    /** Those with the values of the account's events, products and orders. */
    readonly read: (account_id: string) => Effect.Effect<ContactValues, Unavailable>
  }
>()("tally/programs/contacts/ReadContactValues") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const values = yield* UsedValues
      const { scan, read: readInTurn } = yield* ScanContacts
      const readBelow = (account_id: string, before: string | null) =>
        scan({
          account_id,
          before,
          read: (range) => values.read(account_id, range),
          isEnough: (parts) => contactsRead(parts) >= contactsOfEnd
        })
      const ofContacts = Effect.fn("ReadContactValues.ofContacts")(function* (account_id: string) {
        const { total, before } = yield* readOnly(sql)(values.ends(account_id))
        const newest = yield* readBelow(account_id, null)
        if (before === null) return sumValues(newest, total)
        const lowest = newest.flatMap((part) => part.lowest ?? []).at(-1) ?? before
        const oldest = yield* readBelow(account_id, lowest < before ? lowest : before)
        return sumValues([...newest, ...oldest], total)
      })
      return ReadContactValues.of({
        ofContacts,
        read: Effect.fn("ReadContactValues.read")(function* (account_id) {
          const ofEach = yield* ofContacts(account_id)
          const event_types = listedTypes(yield* readOnly(sql)(values.eventTypes(account_id)))
          const products = yield* readInTurn(account_id, values.products(account_id))
          const orders = yield* readInTurn(account_id, values.orders(account_id))
          const types = event_types.map(({ value }) => value)
          const properties = yield* readInTurn(account_id, values.properties(account_id, types))
          return { ...ofEach, event_types, ...shopValues(products, orders, properties) }
        })
      })
    })
  ).pipe(Layer.provide([UsedValues.layer]))
}
