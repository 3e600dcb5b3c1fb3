import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { makeMessage } from "../../domain/content/messageContents.ts"
import { sampleCoupons } from "../../domain/coupons/MessageCoupon.ts"
import { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { MessagePreview, PreviewInput } from "../../domain/flows/MessagePreview.ts"
import { smsParts } from "../../domain/messages/smsParts.ts"
import { decideSend, type SendDecision } from "../../domain/messages/decideSend.ts"
import { couponsOfMessage } from "../../outbound/templates/couponNames.ts"
import type { Mail } from "../../outbound/email/EmailTransport.ts"
import { preheaderText } from "../../outbound/email/preheaderText.ts"
import { MailRoutes } from "../../outbound/senders/MailRoutes.ts"
import { MessageRenderer } from "../../outbound/templates/MessageRenderer.ts"
import { makePreviewFacts } from "../../store/flows/PreviewFacts.ts"
import { consentChange } from "../../domain/contacts/ledgerJson.ts"
import { isCounted } from "../../domain/messages/Frequency.ts"
import { conditionsThen, type MessageWhy } from "../../domain/messages/MessageWhy.ts"
import { FlowFacts } from "../../store/conditions/FlowFacts.ts"
import { retried } from "../../store/database/Transaction.ts"
import { MessageQueries } from "../../store/messages/MessageQueries.ts"

/** A message to preview. `link_parameters` are those of its campaign, in the place of the sender's. */
interface PreviewedMessage extends Omit<PreviewInput, "trigger"> {
  readonly link_parameters?: string | null
}

const empty = { subject: null, html: null, text: null }

/** Renders previews of messages, and explains why messages were written. */
export class PreviewMessages extends Context.Service<
  PreviewMessages,
  {
    /** Decides and renders a message as sending does, with the contact's current data. Writes nothing. */
    readonly message: (
      account_id: string,
      input: PreviewedMessage
    ) => Effect.Effect<MessagePreview, NotFound | Unavailable>
    /** Why a message was written to its contact, read from the run, the flow's version and the consent ledger (contract §20). */
    readonly explain: (account_id: string, message_id: string) => Effect.Effect<MessageWhy, NotFound | Unavailable>
  }
>()("tally/programs/messages/PreviewMessages") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const samples = yield* makePreviewFacts
      const renderer = yield* MessageRenderer
      const routes = yield* MailRoutes
      const messages = yield* MessageQueries
      const facts = yield* FlowFacts
      return PreviewMessages.of({
        message: Effect.fn("PreviewMessages.message")(function* (account_id, input) {
          const { step, contact_id, order_id = null, event_id = null, cart_id = null, product_id = null } = input
          const againAt = yield* renderer.againAt(account_id)
          if (againAt !== undefined) {
            const wait = againAt - (yield* Clock.currentTimeMillis)
            return yield* new Unavailable({ retryAfter: Math.max(1, Math.ceil(wait / 1_000)) })
          }
          const made = makeMessage(step)
          const sender_id = step.type === "send_email" ? (step.sender_id ?? null) : null
          const sample = yield* samples.read({
            account_id,
            contact_id,
            order_id,
            event_id,
            cart_id,
            product_id,
            sender_id,
            language: input.language,
            message: made
          })
          if (sample?.contact === undefined) return yield* new NotFound()
          const channel = step.type === "send_sms" ? "sms" : "email"
          const messageClass = step.class ?? "marketing"
          const topic = step.type === "send_email" ? (step.topic ?? null) : null
          const decision = decideSend(
            (yield* Clock.currentTimeMillis) + sample.clock_offset,
            { channel, purpose: "flow", class: messageClass, topic },
            sample.contact,
            sample.timezone
          )
          const found =
            channel === "email" && decision._tag === "send"
              ? yield* routes.find(account_id, sample.sender_version, sender_id)
              : undefined
          const unsent =
            found?._tag === "none" || found?._tag === "unproven"
              ? ({ _tag: "skip", reason: found.reason } as const)
              : decision
          const recipient = channel === "sms" ? sample.contact.phone : sample.contact.email
          // No message has this id, so that a click on a link of the preview changes nothing.
          const message = {
            ...sample,
            sender: { ...sample.sender, link_parameters: input.link_parameters ?? sample.sender.link_parameters },
            layout: step.type === "send_sms" ? "none" : (step.layout ?? "shell"),
            data: { ...sample.data, coupon: sampleCoupons(couponsOfMessage(made)) },
            account_id,
            message_id: "msg_preview",
            channel,
            purpose: "flow",
            flow_id: null,
            campaign_id: null,
            source_name: null,
            class: messageClass
          } as const
          return yield* renderer.render(message, recipient ?? "").pipe(
            Effect.map((rendered): MessagePreview => ({
              ...empty,
              ...(rendered.channel === "sms"
                ? { text: rendered.text, sms: smsParts(rendered.text) }
                : mailParts(rendered)),
              recipient,
              unsent: unsentOf(unsent)
            })),
            Effect.catch(({ reason }) =>
              Effect.succeed<MessagePreview>({
                ...empty,
                recipient,
                unsent: { status: "failed", reason, until: null }
              })
            )
          )
        }),
        explain: Effect.fn("PreviewMessages.explain")(function* (account_id, message_id) {
          const origin = yield* messages.origin(account_id, message_id)
          if (origin === undefined) return yield* new NotFound()
          const { contact_id, version, started_at, order_id, event_id, cart_id, product_id, definition, audience } =
            origin
          const now = yield* Clock.currentTimeMillis
          const conditions = definition?.filters ?? audience?.include ?? []
          const subject = { account_id, contact_id, order_id, event_id, cart_id, product_id, lookups: [], now }
          const [found] = started_at === null || conditions.length === 0 ? [] : yield* retried(facts.read([subject]))
          const entry = yield* messages.consentAt(account_id, origin)
          return {
            trigger: definition?.trigger ?? null,
            flow_version: version,
            started_at: started_at === null ? null : DateTime.makeUnsafe(started_at),
            order_id,
            event_id,
            cart_id,
            product_id,
            conditions: conditionsThen(conditions, found, started_at ?? 0),
            topic: origin.topic,
            consent: {
              required: isCounted(origin),
              at: DateTime.makeUnsafe(origin.decided_at),
              state: entry?.to_state ?? "never_subscribed",
              entry: entry === undefined ? null : consentChange(entry)
            }
          }
        })
      })
    })
  ).pipe(Layer.provide([MessageQueries.layer, FlowFacts.layer]))
}

const mailParts = ({ subject, html, text }: Pick<Mail, "subject" | "html" | "text">) => {
  const preheader = preheaderText(html)
  return { subject, html, text, ...(preheader === undefined ? {} : { preheader }) }
}

const unsentOf = (decision: SendDecision): MessagePreview["unsent"] => {
  if (decision._tag === "send") return null
  if (decision._tag === "skip") return { status: "skipped", reason: decision.reason, until: null }
  return { status: "held", reason: decision.reason, until: DateTime.makeUnsafe(decision.until) }
}
