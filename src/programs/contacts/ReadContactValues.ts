import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  contactsOfEnd,
  contactsRead,
  type ContactValues,
  listedTypes,
  sumValues
} from "../../domain/contacts/ContactValues.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { UsedValues } from "../../store/contacts/UsedValues.ts"
import { readOnly } from "../../store/database/Transaction.ts"
import { ScanContacts } from "./ScanContacts.ts"

/** Reads the values that contacts have, as suggestions where one is to be named (contract §17). */
export class ReadContactValues extends Context.Service<
  ReadContactValues,
  {
    /** Of the newest and the oldest contacts, in the turns of what reads many contacts. */
    readonly read: (account_id: string) => Effect.Effect<ContactValues, Unavailable>
  }
>()("tally/programs/contacts/ReadContactValues") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const values = yield* UsedValues
      const { scan } = yield* ScanContacts
      const readBelow = (account_id: string, before: string | null) =>
        scan({
          account_id,
          before,
          read: (range) => values.read(account_id, range),
          isEnough: (parts) => contactsRead(parts) >= contactsOfEnd
        })
      return ReadContactValues.of({
        read: Effect.fn("ReadContactValues.read")(function* (account_id) {
          const { total, before, types } = yield* readOnly(sql)(
            Effect.all({ ends: values.ends(account_id), types: values.eventTypes(account_id) })
          ).pipe(Effect.map(({ ends, types }) => ({ ...ends, types })))
          const event_types = listedTypes(types)
          const newest = yield* readBelow(account_id, null)
          if (before === null) return { ...sumValues(newest, total), event_types }
          const lowest = newest.flatMap((part) => part.lowest ?? []).at(-1) ?? before
          const oldest = yield* readBelow(account_id, lowest < before ? lowest : before)
          return { ...sumValues([...newest, ...oldest], total), event_types }
        })
      })
    })
  ).pipe(Layer.provide(UsedValues.layer))
}
