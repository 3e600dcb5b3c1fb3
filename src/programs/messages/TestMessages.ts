import { Effect } from "effect"
import type { NotFound, RateLimited, Unavailable } from "../../domain/Errors.ts"
import type { TestMessageInput, TestMessageResult } from "../../domain/flows/MessagePreview.ts"
import { spamCheck } from "../../domain/content/SpamScore.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import { SpamFilter } from "../../outbound/email/SpamFilter.ts"
import type { CheckSender } from "../senders/CheckSender.ts"
import { makeReadSenders } from "../senders/makeReadSenders.ts"
import { unknownSender } from "../senders/requireSenders.ts"
import { PreviewMessages } from "./PreviewMessages.ts"

/** Sends the mail of a preview to an address that tries it out. */
export interface TestMessages {
  /**
   * Sends what the preview shows, whatever the contact's consent, under the rules of a test mail of the sender (`CheckSender.test`). Its links to
   * leave and its tracked links are of no message. Tells what the spam filter says of it, where there is one.
   */
  readonly testStep: (
    account: { readonly id: string; readonly name: string },
    input: TestMessageInput,
    own: string | null
  ) => Effect.Effect<TestMessageResult, NotFound | ValidationFailed | RateLimited | Unavailable>
}

export const makeTestMessages = (test: CheckSender["Service"]["test"]) =>
  Effect.gen(function* () {
    const previews = yield* PreviewMessages
    const stored = yield* makeReadSenders
    const { server } = yield* EmailTransport
    const filter = yield* SpamFilter
    const part: TestMessages = {
      testStep: Effect.fn("CheckSender.testStep")(function* (account, { to, ...input }, own) {
        const { subject, html, text, unsent } = yield* previews.message(account.id, input)
        if (subject === null || html === null || text === null)
          return yield* invalid("step", unsent?.reason ?? "The template failed")
        const { sender_id = null } = input.step
        const { from_name = null, from_email = null } = (yield* stored.one(account.id, sender_id))?.profile ?? {}
        const from = { from_name: from_name ?? account.name, from_email: from_email ?? server.from }
        const sent = test(account, sender_id, to, own, { subject, html, text })
        const status = yield* Effect.catchTag(sent, "NotFound", () => Effect.fail(unknown))
        const [score] = (yield* filter.score([{ ...from, subject, html, text }])) ?? []
        return { status, ...(score === undefined ? {} : { spam: spamCheck(score) }) }
      })
    }
    return part
  })

const unknown = invalid("step.sender_id", unknownSender)
