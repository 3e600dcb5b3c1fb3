import { Clock, Context, Effect, Layer } from "effect"
import { renderAgainAt, type RenderShare, spendTime } from "../../domain/messages/RenderShare.ts"
import { Links, linkSettings } from "./Links.ts"
import { briefLimits, makeRenderBudget } from "./RenderBudget.ts"
import { type MessageToRender, type Rendered, renderMessage } from "./renderMessage.ts"
import { makeRenderThread } from "./renderThread.ts"
import { TemplateFailed } from "./Template.ts"

const afterOtherWork = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Renders messages within a share of processor time an account and minute, without holding up other work. */
export class MessageRenderer extends Context.Service<
  MessageRenderer,
  {
    /**
     * Renders a message to the recipient. A message beyond `briefLimits` is rendered in a thread of its own, in turn between accounts. Counts the
     * processor time for the account, and lets other work of the process go on after each message.
     */
    readonly render: (
      message: MessageToRender,
      recipient: string,
      salt?: number
    ) => Effect.Effect<Rendered, TemplateFailed>
    /** When the account may render again, in milliseconds; undefined while it has some of its share left. */
    readonly againAt: (account_id: string) => Effect.Effect<number | undefined>
    /** The accounts that have used up their share of this minute. */
    readonly usedUp: Effect.Effect<ReadonlyArray<string>>
  }
>()("tally/outbound/templates/MessageRenderer") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const links = yield* Links
      // Sends run on the clocks of their accounts; shares are of the process's.
      const { currentTimeMillis } = yield* Clock.Clock
      const inThread = yield* makeRenderThread(yield* linkSettings)
      const shares = new Map<string, RenderShare>()

      const spend = Effect.fnUntraced(function* (account_id: string, spent: number) {
        const now = yield* currentTimeMillis
        for (const [account, share] of shares) if (share.since < now - 60_000) shares.delete(account)
        shares.set(account_id, spendTime(shares.get(account_id), now, spent))
      })

      const renderInThread = Effect.fnUntraced(function* (message: MessageToRender, recipient: string, salt: number) {
        const { rendered, reason, spent } = yield* inThread({ message, recipient, salt })
        yield* spend(message.account_id, spent)
        return rendered === undefined ? yield* new TemplateFailed({ reason }) : rendered
      })

      return MessageRenderer.of({
        render: Effect.fnUntraced(function* (message, recipient, salt = 0) {
          const budget = makeRenderBudget(briefLimits)
          const tried = yield* Effect.result(renderMessage(links, message, recipient, salt, budget))
          yield* spend(message.account_id, budget.spent())
          yield* afterOtherWork
          if (tried._tag === "Success") return tried.success
          if (tried.failure.isTooLong !== true) return yield* tried.failure
          return yield* renderInThread(message, recipient, salt)
        }),
        againAt: (account_id) => Effect.map(currentTimeMillis, (now) => renderAgainAt(shares.get(account_id), now)),
        usedUp: Effect.map(currentTimeMillis, (now) =>
          [...shares].filter(([, share]) => renderAgainAt(share, now) !== undefined).map(([account_id]) => account_id)
        )
      })
    })
  )
}
