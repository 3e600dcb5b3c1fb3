import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { DueMessage } from "../../domain/messages/Message.ts"
import { chooseProducts, inTurn, maxProducts, type ProductKind } from "../../domain/products/chooseProducts.ts"
import {
  boughtWithin,
  kindsNamed,
  type OfferedProduct,
  productIdsOf,
  templateProduct,
  type TemplateProducts
} from "../../domain/products/productsInMail.ts"
import { makeCandidates, type PersonProducts } from "./candidates.ts"

/** A message whose templates may show products. */
export type MessageToFill = Pick<DueMessage, "account_id" | "contact_id" | "subject" | "body" | "data" | "clock_offset">

/** Products of a cart or an order that others are bought together with. */
const maxBases = 20

interface Wanted<M> {
  readonly message: M
  readonly kinds: ReadonlyArray<ProductKind>
  /** Milliseconds. */
  readonly bought: number
}

/**
 * Gives messages the products of the kinds that their templates name (contract §18); the others stay as they are. What many messages of an account
 * need is read once. `time` in milliseconds. Joins the open transaction.
 */
export const makeMessageProducts = (sql: SqlClient.SqlClient) => {
  const read = makeCandidates(sql)

  // Messages of one account that leave out what was bought within the same time.
  const fill = Effect.fnUntraced(function* <M extends MessageToFill>(
    account_id: string,
    time: number,
    within: number,
    wanted: ReadonlyArray<Wanted<M>>
  ) {
    const named = new Set(wanted.flatMap(({ kinds }) => kinds))
    // Messages of an account have one clock.
    const now = time + (wanted[0]?.message.clock_offset ?? 0)
    const contacts = [...new Set(wanted.map(({ message }) => message.contact_id))]
    const best = yield* read.bestSellers(account_id)
    const newest = named.has("new") ? yield* read.newest(account_id) : []
    const persons = yield* read.persons(account_id, contacts, {
      boughtSince: now - within,
      viewed: named.has("recently_viewed"),
      carts: named.has("in_cart") || named.has("bought_together")
    })
    const bases = wanted.map(({ message }) => basesOf(message, persons.get(message.contact_id)))
    const pairs = yield* read.pairs(account_id, named.has("bought_together") ? [...new Set(bases.flat())] : [])
    const candidatesOf = (
      kind: ProductKind,
      contact_id: string,
      base: ReadonlyArray<string>
    ): ReadonlyArray<string> => {
      switch (kind) {
        case "best_sellers":
          return best
        case "new":
          return newest
        case "recently_viewed":
          return persons.get(contact_id)?.viewed ?? []
        case "in_cart":
          return base
        case "bought_together":
          return inTurn(base.map((id) => pairs.get(id) ?? []))
      }
    }
    const lists = wanted.flatMap(({ message: { contact_id, data }, kinds }, at) =>
      kinds.map((kind) => {
        const all = bases[at] ?? []
        const inCart = cartOf(data, persons.get(contact_id))
        return {
          at,
          kind,
          contact_id,
          all,
          candidates: candidatesOf(kind, contact_id, kind === "in_cart" ? inCart : all)
        }
      })
    )
    const offered = yield* read.offered(account_id, [
      ...new Set([...best, ...lists.flatMap(({ candidates }) => candidates)])
    ])
    const chosen = lists.map(({ at, kind, contact_id, all, candidates }) => {
      const bought = persons.get(contact_id)?.bought
      const isOwned = (id: string) => bought?.has(id) === true || (kind === "bought_together" && all.includes(id))
      const isOffered = (id: string) => offered.has(id)
      const list = chooseProducts({ kind, candidates, bestSellers: best, isOffered, isOwned, most: maxProducts })
      return { at, kind, list }
    })
    const ids = new Set(chosen.flatMap(({ list }) => list.map(({ product_id }) => product_id)))
    const details = yield* read.details(account_id, [...ids])
    const shown = (product_id: string, kind: ProductKind) => {
      const product: OfferedProduct | undefined = details.get(product_id)
      return product === undefined ? [] : [templateProduct(product, kind)]
    }
    const byMessage = Map.groupBy(chosen, ({ at }) => at)
    return wanted.map(({ message }, at): M & { readonly products: TemplateProducts } => ({
      ...message,
      products: Object.fromEntries(
        (byMessage.get(at) ?? []).map(({ kind, list }) => [
          kind,
          list.flatMap((one) => shown(one.product_id, one.kind))
        ])
      )
    }))
  })

  return <M extends MessageToFill>(
    time: number,
    messages: ReadonlyArray<M>
  ): Effect.Effect<ReadonlyArray<M & { readonly products?: TemplateProducts }>, SqlError.SqlError> =>
    Effect.gen(function* () {
      const wanted = messages.flatMap((message) => {
        const templates = [message.subject, message.body]
        const kinds = kindsNamed(templates)
        return kinds.length === 0 ? [] : [{ message, kinds, bought: boughtWithin(templates) }]
      })
      if (wanted.length === 0) return messages
      const found = new Map<M, M & { readonly products: TemplateProducts }>()
      for (const [account_id, all] of Map.groupBy(wanted, ({ message }) => message.account_id))
        for (const [bought, alike] of Map.groupBy(all, (one) => one.bought))
          for (const [at, message] of (yield* fill(account_id, time, bought, alike)).entries()) {
            const given = alike[at]?.message
            if (given !== undefined) found.set(given, message)
          }
      return messages.map((message) => found.get(message) ?? message)
    })
}

const cartOf = (data: MessageToFill["data"], person: PersonProducts | undefined): ReadonlyArray<string> => {
  const own = productIdsOf(data["cart"], maxBases)
  return own.length > 0 ? own : (person?.cart ?? [])
}

// The products of the message's cart or order, else those that the person has in a cart or bought last.
const basesOf = ({ data }: MessageToFill, person: PersonProducts | undefined): ReadonlyArray<string> => {
  const lists = [
    productIdsOf(data["cart"], maxBases),
    productIdsOf(data["order"], maxBases),
    person?.cart ?? [],
    person?.last ?? []
  ]
  return lists.find((list) => list.length > 0) ?? []
}
