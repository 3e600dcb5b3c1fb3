import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import type { MessagePreview, PreviewInput } from "../../domain/flows/MessagePreview.ts"
import { decideSend } from "../../domain/messages/decideSend.ts"
import { Links } from "../../messages/templates/Links.ts"
import { renderMessage } from "../../messages/templates/renderMessage.ts"
import { PreviewFacts } from "../../store/flows/PreviewFacts.ts"

const nothing = { subject: null, html: null, text: null }

/** Shows messages without sending them. */
export class PreviewMessages extends Context.Service<
  PreviewMessages,
  {
    /** Judged and rendered as sending does it, with the contact's data of this moment. Writes nothing. */
    readonly message: (account_id: string, input: PreviewInput) => Effect.Effect<MessagePreview, NotFound | Unavailable>
  }
>()("tally/programs/messages/PreviewMessages") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const samples = yield* PreviewFacts
      const links = yield* Links
      return PreviewMessages.of({
        message: Effect.fn("PreviewMessages.message")(function* (account_id, input) {
          const { step, contact_id, order_id = null, event_id = null } = input
          const sample = yield* samples.read({ account_id, contact_id, order_id, event_id })
          if (sample?.contact === undefined) return yield* new NotFound()
          const channel = step.type === "send_sms" ? "sms" : "email"
          const verdict = decideSend(
            (yield* Clock.currentTimeMillis) + sample.clock_offset,
            { channel, purpose: "flow" },
            sample.contact,
            sample.timezone
          )
          const recipient = channel === "sms" ? sample.contact.phone : sample.contact.email
          const templates =
            step.type === "send_sms" ? { subject: null, body: step.text } : { subject: step.subject, body: step.html }
          // The links are those of a message that nobody has, so that a click on them changes nothing.
          const message = { ...sample, ...templates, account_id, message_id: "msg_preview", channel } as const
          return yield* renderMessage(links, message, recipient ?? "").pipe(
            Effect.map((shown): MessagePreview => ({
              ...nothing,
              ...(shown.channel === "sms"
                ? { text: shown.text }
                : { subject: shown.subject, html: shown.html, text: shown.text }),
              recipient,
              unsent: unsentOf(verdict)
            })),
            Effect.catch(({ reason }) =>
              Effect.succeed<MessagePreview>({
                ...nothing,
                recipient,
                unsent: { status: "failed", reason, until: null }
              })
            )
          )
        })
      })
    })
  )
}

const unsentOf = (verdict: ReturnType<typeof decideSend>): MessagePreview["unsent"] => {
  if (verdict._tag === "send") return null
  if (verdict._tag === "skip") return { status: "skipped", reason: verdict.reason, until: null }
  return { status: "held", reason: verdict.reason, until: DateTime.makeUnsafe(verdict.until) }
}
