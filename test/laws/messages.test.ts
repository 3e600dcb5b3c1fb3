import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { EmailConsent, SmsConsent } from "../../src/domain/contacts/Consent.ts"
import {
  emailOnLift,
  emailOnReport,
  emailOnUnsubscribe,
  applyConsentSignal,
  type ConsentSignal,
  smsOnKeyword
} from "../../src/domain/contacts/consentOnSignal.ts"
import { type Contact, withdrawalOf } from "../../src/domain/contacts/Contact.ts"
import { decideSend, retryAt } from "../../src/domain/messages/decideSend.ts"
import { MessageClass } from "../../src/domain/messages/Message.ts"
import { nextWindow } from "../../src/domain/messages/QuietHours.ts"
import { contact } from "../support/samples/orders.ts"

// 2000 to 2040, in zones with different daylight saving rules or none.
const Moment = Schema.Int.check(Schema.isBetween({ minimum: 946_684_800_000, maximum: 2_208_988_800_000 }))
const Zone = Schema.Literals([
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Nowhere/None"
])
const hourOf = (at: number, zone: string) =>
  DateTime.toParts(DateTime.makeZonedUnsafe(at, { timeZone: zone === "Nowhere/None" ? "UTC" : zone })).hour

describe("quiet hours", () => {
  it.prop("a text waits exactly when it is night, and until eight in the morning", [Moment, Zone], ([now, zone]) => {
    const until = nextWindow(now, zone)
    const open = (at: number) => hourOf(at, zone) >= 8 && hourOf(at, zone) < 20
    assert.strictEqual(until === undefined, open(now))
    if (until === undefined) return
    assert.isTrue(until > now && until - now <= 13 * 3_600_000)
    assert.isTrue(open(until) && !open(until - 1) && nextWindow(until, zone) === undefined)
  })
})

describe("the send decision", () => {
  const Contact = Schema.Struct({
    email: Schema.NullOr(Schema.Literal("ada@example.com")),
    phone: Schema.NullOr(Schema.Literal("+12025550123")),
    email_consent: EmailConsent,
    sms_consent: SmsConsent,
    paused_until: Schema.NullOr(Moment),
    left_topics: Schema.Array(Schema.Literals(["sales", "news"])).check(Schema.isMaxLength(2)),
    timezone: Schema.NullOr(Zone)
  })
  const Message = Schema.Struct({
    channel: Schema.Literals(["email", "sms"]),
    purpose: Schema.Literals(["flow", "welcome", "confirmation"]),
    class: MessageClass,
    topic: Schema.NullOr(Schema.Literals(["sales", "news"]))
  })

  it.prop(
    "sends no marketing without consent, except the confirmation of STOP",
    [Moment, Message, Contact],
    ([now, message, contact]) => {
      if (message.class !== "marketing" || decideSend(now, message, contact, "UTC")._tag !== "send") return
      if (message.channel === "email") assert.strictEqual(contact.email_consent, "subscribed")
      else if (message.purpose !== "confirmation") assert.include(["subscribed", "single_opt_in"], contact.sms_consent)
      assert.isNotNull(message.channel === "email" ? contact.email : contact.phone)
    }
  )

  it.prop(
    "sends a transactional message unless its address is missing, suppressed or stopped",
    [Moment, Message, Contact],
    ([now, message, contact]) => {
      const { _tag } = decideSend(now, { ...message, class: "transactional" }, contact, "UTC")
      const isReachable =
        message.channel === "email"
          ? contact.email !== null && !contact.email_consent.endsWith("suppressed")
          : contact.phone !== null && (contact.sms_consent !== "unsubscribed" || message.purpose === "confirmation")
      assert.strictEqual(_tag !== "skip", isReachable)
    }
  )

  it.prop(
    "sends as transactional whatever it would send as marketing",
    [Moment, Message, Contact],
    ([now, message, contact]) => {
      const decisionOf = (messageClass: typeof MessageClass.Type) =>
        decideSend(now, { ...message, class: messageClass }, contact, "UTC")
      const marketing = decisionOf("marketing")
      if (marketing._tag !== "skip") assert.deepStrictEqual(decisionOf("transactional"), marketing)
    }
  )

  it.prop(
    "skips marketing messages of flows until the contact's pause ends, and no others",
    [Moment, Message, Contact],
    ([now, message, contact]) => {
      const unpaused = decideSend(now, message, { ...contact, paused_until: null }, "UTC")
      const decision = decideSend(now, message, contact, "UTC")
      const isPaused = message.class === "marketing" && message.purpose === "flow" && now < (contact.paused_until ?? 0)
      const expected = isPaused && unpaused._tag !== "skip" ? { _tag: "skip", reason: "paused" } : unpaused
      assert.deepStrictEqual(decision, expected)
    }
  )

  it.prop(
    "skips marketing mail of flows of a topic that the contact left, and gives no consent to that of another",
    [Moment, Message, Contact],
    ([now, message, contact]) => {
      const general = decideSend(now, { ...message, topic: null }, contact, "UTC")
      const decision = decideSend(now, message, contact, "UTC")
      const { topic } = message
      const isCounted = message.class === "marketing" && message.purpose === "flow"
      const isLeft = isCounted && topic !== null && contact.left_topics.includes(topic)
      const isUnlessPaused = general._tag !== "skip" || general.reason === "paused"
      const expected = isLeft && isUnlessPaused ? { _tag: "skip", reason: "the contact left this topic" } : general
      assert.deepStrictEqual(decision, expected)
    }
  )

  it.prop(
    "waits for the day of the person, in the account's zone only where theirs is unknown",
    [Moment, Schema.NullOr(Zone), Zone],
    ([now, own, account]) => {
      const contact = { email: null, phone: "+12025550123", email_consent: "subscribed" } as const
      const recipient = {
        ...contact,
        sms_consent: "subscribed",
        paused_until: null,
        left_topics: [],
        timezone: own
      } as const
      const decision = decideSend(now, { channel: "sms", purpose: "flow", class: "marketing" }, recipient, account)
      const until = nextWindow(now, own ?? account)
      assert.strictEqual(decision._tag === "hold" ? decision.until : undefined, until)
    }
  )

  it.prop("holds texts of flows only", [Moment, Message, Contact], ([now, message, contact]) => {
    const verdict = decideSend(now, message, contact, "UTC")
    if (verdict._tag === "hold") assert.deepInclude(message, { channel: "sms", purpose: "flow" })
    assert.strictEqual(decideSend(now, message, undefined, "UTC")._tag, "skip")
  })

  it("waits longer after each failure and finally gives up", () => {
    const waits = [1, 2, 3, 4, 5, 6].map((attempts) => retryAt(0, attempts) ?? 0)
    assert.deepStrictEqual(
      waits,
      waits.toSorted((one, other) => one - other)
    )
    assert.isUndefined(retryAt(0, 7))
  })
})

describe("consent after messages", () => {
  it.prop(
    "signals are idempotent",
    [EmailConsent, SmsConsent, Schema.Boolean],
    ([email_consent, sms_consent, stoppedByPerson]) => {
      const before = contact({ email_consent, sms_consent })
      const source = { source_id: "s", actor: "a" }
      const signals: ReadonlyArray<(of: Contact) => ConsentSignal> = [
        (of) => ({
          ...source,
          channel: "email",
          cause: "unsubscribe_link",
          requested: "unsubscribed",
          decision: emailOnUnsubscribe(of.email_consent)
        }),
        () => ({
          ...source,
          channel: "email",
          cause: "complaint",
          requested: "compliance_suppressed",
          decision: emailOnReport("complaint")
        }),
        (of) => ({
          ...source,
          channel: "sms",
          cause: "inbound_sms",
          requested: "unsubscribed",
          decision: smsOnKeyword(of.sms_consent, "stop", { stoppedByPerson, isAsked: false })
        })
      ]
      for (const say of signals) {
        const once = applyConsentSignal(1, before, say(before))?.contact ?? before
        const twice = applyConsentSignal(2, once, say(once))
        const { channel } = say(before)
        const consent = twice?.contact[`${channel}_consent`]
        assert.strictEqual(consent, once[`${channel}_consent`])
        // A suppression reports each time that it stays.
        assert.isTrue(twice?.entry === undefined || twice.entry.refused)
        // A withdrawal has the time of the latest opt-out.
        assert.deepStrictEqual(withdrawalOf(twice?.contact ?? once, channel), { at: 2, by: "person" })
      }
    }
  )
  it.prop("no link weakens a suppression, and lifting one restores the previous consent", [EmailConsent], ([email]) => {
    const left = emailOnUnsubscribe(email).state
    assert.strictEqual(left, email.endsWith("suppressed") ? email : "unsubscribed")
    assert.strictEqual(emailOnLift("compliance_suppressed", email).state, email)
  })
  it.prop(
    "START subscribes only what is pending or was stopped by a text",
    [SmsConsent, Schema.Boolean],
    ([sms, stoppedByPerson]) => {
      const { state } = smsOnKeyword(sms, "start", { stoppedByPerson, isAsked: false })
      const may = sms === "subscribed" || sms === "pending" || (sms === "unsubscribed" && stoppedByPerson)
      assert.strictEqual(state, may ? "subscribed" : sms)
    }
  )
})
