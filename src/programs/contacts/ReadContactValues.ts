import { Effect } from "effect"
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
import { makeUsedValues } from "../../store/contacts/UsedValues.ts"
import { readOnly } from "../../store/database/Transaction.ts"
import { ScanContacts } from "./ScanContacts.ts"

/** Reads the values that contacts have, as suggestions where one is to be named (contract §17). */
export interface ReadContactValues {
  /** Of the newest and the oldest contacts, in the turns of what reads many contacts. */
  readonly ownValues: (account_id: string) => Effect.Effect<OwnValues, Unavailable>
  /** Those with the values of the account's events, products and orders. */
  readonly values: (account_id: string) => Effect.Effect<ContactValues, Unavailable>
}

export const makeReadContactValues = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const values = yield* makeUsedValues
  const { scan, read: readInTurn } = yield* ScanContacts
  const readBelow = (account_id: string, before: string | null) =>
    scan({
      account_id,
      before,
      read: (range) => values.read(account_id, range),
      isEnough: (parts) => contactsRead(parts) >= contactsOfEnd
    })
  const ofContacts = Effect.fn("ReadContacts.ownValues")(function* (account_id: string) {
    const { total, before } = yield* readOnly(sql)(values.ends(account_id))
    const newest = yield* readBelow(account_id, null)
    if (before === null) return sumValues(newest, total)
    const lowest = newest.flatMap((part) => part.lowest ?? []).at(-1) ?? before
    const oldest = yield* readBelow(account_id, lowest < before ? lowest : before)
    return sumValues([...newest, ...oldest], total)
  })
  const part: ReadContactValues = {
    ownValues: ofContacts,
    values: Effect.fn("ReadContacts.values")(function* (account_id) {
      const ofEach = yield* ofContacts(account_id)
      const event_types = listedTypes(yield* readOnly(sql)(values.eventTypes(account_id)))
      const products = yield* readInTurn(account_id, values.products(account_id))
      const orders = yield* readInTurn(account_id, values.orders(account_id))
      const types = event_types.map(({ value }) => value)
      const properties = yield* readInTurn(account_id, values.properties(account_id, types))
      return { ...ofEach, event_types, ...shopValues(products, orders, properties) }
    })
  }
  return part
})
