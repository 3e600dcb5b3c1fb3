import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { causeKey } from "../../domain/flows/triggerKinds.ts"
import { interestTime, paceOf, type ProductTrigger } from "../../domain/products/productTriggers.ts"
import { decideTurn, toldBy, variantsInStock } from "../../domain/products/productTurns.ts"
import { retried, transact, transactFor } from "../../store/database/Transaction.ts"
import { makeProductChanges, type ProductChanges } from "../../store/flows/ProductChanges.ts"
import type { DueTurn } from "../../store/flows/ProductTurns.ts"
import { RestockRequests } from "../../store/products/RestockRequests.ts"
import type { DueAccount } from "../../store/sql/dueRows.ts"
import { EnrolContacts } from "./EnrolContacts.ts"

/** Milliseconds that finding the people of a change may take. */
const maxLook = 60_000

/** Starts the flows of contacts who wait for a product, or are interested in it, when it is back or cheaper. */
export interface EnrolByProducts {
  /** Gives a turn to everybody whom active flows tell of the changes that were not looked at. Each change is looked at once. */
  readonly look: Effect.Effect<void, Unavailable>
  /**
   * Starts flows for those whose turn has come. A person starts a flow once for a product and its change, also when a process ends on the way or several
   * do this at once.
   */
  readonly enrol: Effect.Effect<void, Unavailable>
}

export const makeEnrolByProducts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const changes = yield* makeProductChanges
  const requests = yield* RestockRequests
  const { enrol } = yield* EnrolContacts

  // Whether more may be due.
  const lookAt = Effect.fnUntraced(
    function* (account: DueAccount) {
      const { account_id } = account
      const due = yield* changes.lock(account)
      if (due.length === 0) return false
      const now = (yield* Clock.currentTimeMillis) + account.clock_offset
      for (const flow of yield* changes.flows(account_id)) {
        const { rule } = flow
        const options = { now, pace: paceOf(rule), interest: interestTime(rule) }
        yield* changes.addTurns(account_id, flow, toldBy(rule, due), options)
      }
      yield* changes.setLooked(account_id, due)
      return true
    },
    transactFor(sql, maxLook)
  )

  const enrolPage = Effect.fnUntraced(function* (account: DueAccount) {
    const { account_id } = account
    const page = yield* changes.turnPage(account)
    if (page.length === 0) return false
    const now = (yield* Clock.currentTimeMillis) + account.clock_offset
    const flows = yield* changes.flows(account_id, [...new Set(page.map(({ flow_id }) => flow_id))])
    const rules = new Map(flows.map(({ flow_id, rule }) => [flow_id, rule]))
    const decided = page.map((turn) => {
      const rule = rules.get(turn.flow_id)
      // A flow that was stopped meanwhile tells nobody.
      const decision =
        rule === undefined ? undefined : decideTurn(now, rule, turn, turn.product, turn.contact.last_order_at)
      return { turn, rule, decision }
    })
    const started = decided.flatMap(({ turn, rule, decision }) =>
      rule === undefined || decision?._tag !== "start"
        ? []
        : [{ turn, trigger: triggerOf({ account_id, type: rule.type, turn, now }) }]
    )
    yield* enrol(started.map(({ trigger }) => trigger))
    const answering = started.filter(({ trigger }) => trigger.type === "back_in_stock")
    yield* requests.answer(
      account_id,
      answering.map(({ turn, trigger }) => ({
        flow_id: turn.flow_id,
        cause_key: causeKey(trigger),
        contact_id: turn.contact_id,
        product_id: turn.product_id,
        place: flows.findIndex(({ flow_id }) => flow_id === turn.flow_id),
        variants: turn.product === undefined ? [] : variantsInStock(turn.product)
      })),
      now
    )
    yield* changes.saveTurns(
      account_id,
      decided.flatMap(({ turn, decision }) => (decision?._tag === "wait" ? [] : [turn])),
      decided.flatMap(({ turn, decision }) => (decision?._tag === "wait" ? [{ ...turn, until: decision.until }] : []))
    )
    return true
  }, transact(sql))

  // Accounts take turns, and one that fails stops no other.
  const inRounds = (
    due: Effect.Effect<ReadonlyArray<DueAccount>, Unavailable>,
    work: (account: DueAccount) => Effect.Effect<boolean, Unavailable>
  ): Effect.Effect<void, Unavailable> =>
    Effect.gen(function* () {
      const accounts = yield* due
      const results = yield* Effect.forEach(accounts, (account) => Effect.result(work(account)))
      const more = yield* Effect.forEach(results, (result) => Effect.fromResult(result))
      if (more.includes(true)) yield* inRounds(due, work)
    })

  const dueOf = (due: ProductChanges["due"]) => retried(Effect.flatMap(Clock.currentTimeMillis, due))

  const part: EnrolByProducts = {
    look: inRounds(dueOf(changes.due), lookAt),
    enrol: inRounds(dueOf(changes.dueTurns), enrolPage)
  }
  return part
})

const triggerOf = ({
  account_id,
  type,
  turn: { flow_id, contact_id, contact, product_id, variant_id, old_price, happened_at },
  now
}: Pick<ProductTrigger, "account_id" | "type"> & { readonly turn: DueTurn; readonly now: number }): ProductTrigger => ({
  account_id,
  type,
  flow_id,
  contact_id,
  contact,
  product: { product_id, variant_id, old_price },
  cause: String(happened_at),
  occurred_at: now
})
