import { Context, Effect, Layer } from "effect"
import type { NotFound, RateLimited, Unavailable } from "../../domain/Errors.ts"
import type { TestMessageInput } from "../../domain/flows/MessagePreview.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { CheckSender } from "../senders/CheckSender.ts"
import { unknownSender } from "../senders/requireSenders.ts"
import { PreviewMessages } from "./PreviewMessages.ts"

/** Sends the mail of a preview to an address that tries it out. */
export class TestMessages extends Context.Service<
  TestMessages,
  {
    /**
     * Sends what the preview shows, whatever the contact's consent, under the rules of a test mail of the sender (`CheckSender.test`). Its links to
     * leave and its tracked links are of no message.
     */
    readonly send: (
      account: { readonly id: string; readonly name: string },
      input: TestMessageInput,
      own: string | null
    ) => Effect.Effect<"sent" | "captured", NotFound | ValidationFailed | RateLimited | Unavailable>
  }
>()("tally/programs/messages/TestMessages") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const previews = yield* PreviewMessages
      const senders = yield* CheckSender
      return TestMessages.of({
        send: Effect.fn("TestMessages.send")(function* (account, { to, ...input }, own) {
          const { subject, html, text, unsent } = yield* previews.message(account.id, input)
          if (subject === null || html === null || text === null)
            return yield* invalid("step", unsent?.reason ?? "The template failed")
          const { sender_id = null } = input.step
          const test = senders.test(account, sender_id, to, own, { subject, html, text })
          return yield* Effect.catchTag(test, "NotFound", () => Effect.fail(unknown))
        })
      })
    })
  )
}

const unknown = invalid("step.sender_id", unknownSender)
