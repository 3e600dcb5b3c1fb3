import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Contact } from "../../domain/contacts/Contact.ts"
import type { Product } from "../../domain/products/Product.ts"
import type { ProductTurn } from "../../domain/products/productTurns.ts"
import { readAdvancedClocks } from "../accounts/readAccounts.ts"
import { ContactRow, contactRowColumns } from "../contacts/ContactRow.ts"
import { listedProductColumns, productOf, ProductRow } from "../products/productColumns.ts"
import { type DueAccount, makeDueRows } from "../sql/dueRows.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { queues } from "../sql/queues.ts"
import { Millis, timeText } from "../sql/timestamps.ts"

const TurnRow = Schema.Struct({
  flow_id: Schema.String,
  product_id: Schema.String,
  contact_id: Schema.String,
  variant_id: Schema.NullOr(Schema.String),
  old_price: Schema.NullOr(Schema.String),
  asked: Schema.Boolean,
  since: Millis,
  happened_at: Millis
})
const OwnerRow = Schema.Struct({ contact_id: Schema.String })

/** A turn of a flow with the contact, and the product as it is now. */
export interface DueTurn extends ProductTurn {
  readonly flow_id: string
  readonly contact: Contact
  readonly product: Product | undefined
}

type TurnKey = Pick<DueTurn, "flow_id" | "product_id" | "contact_id">

/** People whom flows are about to start for, each at a time of its own. All members but `due` join the open transaction. */
export interface ProductTurns {
  /** Accounts with turns that have come. */
  readonly dueTurns: (now: number) => Effect.Effect<ReadonlyArray<DueAccount>, SqlError.SqlError>
  /** The first turns of an account that have come, in order. Locks their contacts and then the turns; those that another process took are left out. */
  readonly turnPage: (account: DueAccount) => Effect.Effect<ReadonlyArray<DueTurn>, SqlError.SqlError>
  /** Ends turns, and puts others off, in one account. */
  readonly saveTurns: (
    account_id: string,
    ended: ReadonlyArray<TurnKey>,
    later: ReadonlyArray<TurnKey & { readonly until: number }>
  ) => Effect.Effect<void, SqlError.SqlError>
}

export const makeProductTurns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { readDueAccounts } = yield* makeDueRows(sql)

  const part: ProductTurns = {
    dueTurns: Effect.fnUntraced(function* (now) {
      return yield* readDueAccounts({
        ...queues.product_turn,
        condition: sql`true`,
        now,
        clocks: yield* readAdvancedClocks(sql),
        perAccount: 1,
        inFlight: new Map(),
        limit: maxAccounts
      })
    }),
    turnPage: Effect.fnUntraced(function* ({ account_id, until }) {
      const owners =
        yield* sql`SELECT contact_id FROM product_turns WHERE account_id = ${account_id} AND due_at <= ${until}::timestamptz
            ORDER BY due_at, place, contact_id LIMIT ${pageSize}::int`.pipe(query(OwnerRow))
      const ids = [...new Set(owners.map(({ contact_id }) => contact_id))]
      if (ids.length === 0) return []
      const contacts = yield* sql`
            SELECT ${sql.literal(contactRowColumns)} FROM contacts WHERE account_id = ${account_id} AND contact_id = ANY (${texts(ids)})
            ORDER BY contact_id FOR NO KEY UPDATE`.pipe(query(ContactRow))
      // Read after the contacts are locked: whoever took a turn before has ended it.
      const turns = yield* sql`
            SELECT flow_id, product_id, contact_id, variant_id, old_price::text, asked, since, happened_at FROM product_turns
            WHERE account_id = ${account_id} AND contact_id = ANY (${texts(ids)}) AND due_at <= ${until}::timestamptz
            ORDER BY due_at, place, contact_id LIMIT ${pageSize}::int FOR UPDATE`.pipe(query(TurnRow))
      const products = yield* sql`SELECT ${sql.literal(listedProductColumns)} FROM products
            WHERE account_id = ${account_id} AND product_id = ANY (${texts([...new Set(turns.map(({ product_id }) => product_id))])})
            ORDER BY product_id`.pipe(query(ProductRow))
      const byId = new Map(products.map((row) => [row.product_id, productOf(row)]))
      const people = new Map(contacts.map((contact) => [contact.contact_id, contact]))
      return turns.flatMap((turn): ReadonlyArray<DueTurn> => {
        const contact = people.get(turn.contact_id)
        return contact === undefined ? [] : [{ ...turn, contact, product: byId.get(turn.product_id) }]
      })
    }),
    saveTurns: Effect.fnUntraced(function* (account_id, ended, later) {
      const keyOf = ({ flow_id, product_id, contact_id }: TurnKey) => ({ flow_id, product_id, contact_id })
      const isTurn = sql`turn.account_id = ${account_id} AND turn.flow_id = r.flow_id AND turn.product_id = r.product_id
            AND turn.contact_id = r.contact_id`
      if (ended.length > 0)
        yield* sql`DELETE FROM product_turns turn
              USING json_to_recordset(${rowsJson(ended.map(keyOf))}::json) AS r (flow_id text, product_id text, contact_id text)
              WHERE ${isTurn}`
      const rows = later.map((turn) => ({ ...keyOf(turn), until: timeText(turn.until) }))
      if (rows.length > 0)
        yield* sql`UPDATE product_turns turn SET due_at = r.until
              FROM json_to_recordset(${rowsJson(rows)}::json) AS r (flow_id text, product_id text, contact_id text, until timestamptz)
              WHERE ${isTurn}`
    })
  }
  return part
})

/** Accounts of one round, and turns of one account at a time. */
const maxAccounts = 100
const pageSize = 200
