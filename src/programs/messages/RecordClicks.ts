import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { type ClickedBy, clickedBy, maxClicks } from "../../domain/messages/Click.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { attributedMessage } from "../../domain/orders/Attribution.ts"
import { makeId } from "../../domain/values/Id.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { transact } from "../../store/database/Transaction.ts"
import { type ClickedMessage, Clicks, type RecordedClick } from "../../store/messages/Clicks.ts"

/** A request for a link of a message. `isMachine`: the request itself shows that no person made it. */
interface LinkRequest extends MessageRef {
  readonly link: string
  readonly isMachine: boolean
}

/** Records clicks, and counts and attributes those of people alone (contract §12). */
export class RecordClicks extends Context.Service<
  RecordClicks,
  {
    /**
     * Records a click and decides again on the other clicks of the message. A click that turns out to be a machine's is taken
     * back: from message, contact and orders. Gives the contact of a click that a person made. Does nothing if the contact was erased, and beyond `maxClicks` of a message.
     */
    readonly record: (request: LinkRequest) => Effect.Effect<string | undefined, Unavailable>
    /** Decides again on the clicks of a message whose delivery was reported. Idempotent. */
    readonly decideAgain: (message: MessageRef) => Effect.Effect<void, Unavailable>
  }
>()("tally/programs/messages/RecordClicks") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clicks = yield* Clicks
      const clocks = yield* TestClocks

      // The clicks with the decision on each.
      const decide = (
        message: ClickedMessage,
        recorded: ReadonlyArray<RecordedClick>,
        deliveries: ReadonlyArray<number>
      ) => {
        const sent = message.sent_at === null ? deliveries : [message.sent_at, ...deliveries]
        const decisions = clickedBy(recorded, sent)
        const by = (index: number): ClickedBy => decisions[index] ?? "machine"
        return {
          turned: recorded.filter((click, index) => click.by === "person" && by(index) === "machine"),
          people: recorded.filter((_, index) => by(index) === "person").map(({ at }) => at)
        }
      }

      const moveLastClick = Effect.fnUntraced(function* (
        ref: MessageRef,
        { contact_id, last_click_message_id }: ClickedMessage,
        people: ReadonlyArray<number>,
        now: number
      ) {
        const own = people.length === 0 ? undefined : { message_id: ref.message_id, at: Math.max(...people) }
        const other = yield* clicks.lastOfOthers(ref, contact_id)
        const last = own === undefined || (other !== undefined && other.at > own.at) ? other : own
        if (last_click_message_id === ref.message_id) yield* clicks.setLast(ref.account_id, contact_id, last)
        if (own !== undefined) return
        const click = { last_click_message_id: last?.message_id ?? null, last_clicked_at: last?.at ?? null }
        yield* clicks.attributeTo(ref, contact_id, attributedMessage(now, click))
      })

      const applyDecision = Effect.fnUntraced(function* (
        ref: MessageRef,
        message: ClickedMessage,
        now: number,
        added?: RecordedClick
      ) {
        const { clicks: recorded, deliveries } = yield* clicks.read(ref)
        if (added !== undefined && recorded.length >= maxClicks) return
        const { turned, people } = decide(message, added === undefined ? recorded : [...recorded, added], deliveries)
        const isPersons = added !== undefined && added.by === "person" && !turned.includes(added)
        if (added !== undefined) yield* clicks.add(ref, isPersons ? added : { ...added, by: "machine" })
        const taken = turned.filter((click) => click !== added)
        if (taken.length > 0)
          yield* clicks.markMachine(
            ref,
            taken.map(({ key }) => key)
          )
        const first = people.length === 0 ? null : Math.min(...people)
        if (first !== message.clicked_at) yield* clicks.setFirst(ref, first, now)
        if (isPersons)
          yield* clicks.setLast(ref.account_id, message.contact_id, { message_id: ref.message_id, at: now })
        else if (taken.length > 0) yield* moveLastClick(ref, message, people, now)
      })

      return RecordClicks.of({
        record: Effect.fn("RecordClicks.record")(function* ({ link, isMachine, ...ref }) {
          const now = yield* clocks.now(ref.account_id)
          return yield* transact(sql)(
            Effect.gen(function* () {
              const message = yield* clicks.lock(ref)
              if (message === undefined) return undefined
              const key = yield* makeId("clk")
              // A scanner follows links while the mail is still being handed over.
              const by = isMachine || message.is_being_sent ? "machine" : "person"
              yield* applyDecision(ref, message, now, { key, at: now, by, link })
              return by === "person" ? message.contact_id : undefined
            })
          )
        }),
        decideAgain: Effect.fn("RecordClicks.decideAgain")(function* (ref) {
          const now = yield* clocks.now(ref.account_id)
          yield* transact(sql)(
            Effect.gen(function* () {
              const message = yield* clicks.lock(ref)
              if (message !== undefined) yield* applyDecision(ref, message, now)
            })
          )
        })
      })
    })
  )
}
