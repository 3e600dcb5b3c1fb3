import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { chooseTranslation, chosenLanguage, type MadeMessage } from "../../domain/content/messageContents.ts"
import type { Language } from "../../domain/languages/Language.ts"
import type { DueMessage } from "../../domain/messages/Message.ts"
import { previewSubject } from "../../domain/products/subjectProduct.ts"
import { readAccounts } from "../accounts/readAccounts.ts"
import { templateColumns, templateData, TemplateRow } from "../messages/templateData.ts"
import { makeShownBlocks } from "../messages/shownBlocks.ts"
import { makeMessageProducts } from "../products/messageProducts.ts"
import { bigints, texts } from "../sql/parameters.ts"
import { queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"

const shownProduct = { product_id: "products.product_id", variant_id: "NULL", old_price: "NULL" }

const queryRow = queryOne(TemplateRow)

/** Reads the data that decides whether a message to a contact is sent, and that its template shows. */
export interface PreviewFacts {
  /** Undefined if the contact does not exist. An order, event or cart of another contact is not found. A product is shown at a lower price. */
  readonly read: (subject: {
    readonly account_id: string
    readonly contact_id: string
    readonly order_id: bigint | null
    readonly event_id: string | null
    readonly cart_id: string | null
    readonly product_id: string | null
    readonly sender_id: string | null
    /** The language in the place of the contact's; undefined for the contact's own. */
    readonly language: Language | undefined
    readonly message: MadeMessage
  }) => Effect.Effect<
    | Pick<
        DueMessage,
        | "account_name"
        | "timezone"
        | "country"
        | "language"
        | "sender"
        | "sender_version"
        | "contact"
        | "data"
        | "products"
        | "clock_offset"
        | "subject"
        | "body"
      >
    | undefined,
    Unavailable
  >
}

export const makePreviewFacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const withProducts = makeMessageProducts(sql)
  const withShownBlocks = makeShownBlocks(sql)
  const part: PreviewFacts = {
    read: Effect.fnUntraced(function* ({
      account_id,
      contact_id,
      order_id,
      event_id,
      cart_id,
      product_id,
      sender_id,
      language,
      message
    }) {
      const account = (yield* readAccounts(sql, [account_id])).get(account_id)
      // A distributed database cannot place a join that a comparison with null makes empty: each id is a list of one or none.
      const row = yield* queryRow(sql`
            SELECT ${templateColumns(sql, shownProduct)} FROM contacts contact
            LEFT JOIN senders sender ON sender.account_id = ${account_id}
            LEFT JOIN further_senders further ON further.account_id = ${account_id}
              AND further.sender_id = ANY(${texts(sender_id === null ? [] : [sender_id])})
            LEFT JOIN orders o ON o.account_id = ${account_id} AND o.contact_id = contact.contact_id
              AND o.order_id = ANY(${bigints(order_id === null ? [] : [order_id])})
            LEFT JOIN events event ON event.account_id = ${account_id} AND event.contact_id = contact.contact_id
              AND event.event_id = ANY(${texts(event_id === null ? [] : [event_id])})
            LEFT JOIN carts ON carts.account_id = ${account_id} AND carts.contact_id = contact.contact_id
              AND carts.cart_id = ANY(${texts(cart_id === null ? [] : [cart_id])})
            LEFT JOIN products ON products.account_id = ${account_id}
              AND products.product_id = ANY(${texts(product_id === null ? [] : [product_id])})
            WHERE contact.account_id = ${account_id} AND contact.contact_id = ${contact_id}`)
      if (account === undefined || row === undefined) return undefined
      const { clock_offset } = account
      const now = yield* Clock.currentTimeMillis
      const facts = templateData(account, {
        ...row,
        product: row.product === null ? null : previewSubject(row.product)
      })
      const { wanted: known, ...shown } = facts
      const wanted = { ...known, contact: language ?? known.contact }
      const { contents } = message
      const translation = chooseTranslation(contents, wanted)
      const own = { subject: message.subject, body: message.body, shown_if: contents?.shown_if ?? {} }
      const chosen = translation === null ? own : (contents?.translations[translation] ?? own)
      const subject_of = { order_id, event_id, cart_id, product_id }
      const composed = yield* withShownBlocks(now, [
        { account_id, contact_id, ...shown, ...chosen, subject_of, clock_offset }
      ])
      const [filled] = yield* withProducts(now, composed)
      if (filled === undefined) return undefined
      const { shown_if: _shown_if, subject_of: _subject_of, ...sample } = filled
      return { ...sample, language: chosenLanguage(contents, translation, wanted) }
    }, retried)
  }
  return part
})
