import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { emailOnUnsubscribe, applyConsentSignal } from "../../src/domain/contacts/consentOnSignal.ts"
import { type Contact, withdrawalOf } from "../../src/domain/contacts/Contact.ts"
import { decideContact } from "../../src/domain/contacts/decideContact.ts"
import { decideOrders } from "../../src/domain/orders/decideOrders.ts"
import { type StoredHistory, saveBatch } from "../support/samples/histories.ts"
import { account_id, call } from "../support/samples/orders.ts"

// Each step takes a second, and orders are placed before, at or after any step.
const Second = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 }))

const Steps = Schema.Array(
  Schema.Union([
    Schema.Struct({
      type: Schema.Literal("order"),
      order_id: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 })),
      placed: Second,
      says: Schema.NullOr(Schema.Literals([true, true, false]))
    }),
    Schema.Struct({ type: Schema.Literal("no") }),
    Schema.Struct({
      type: Schema.Literal("write"),
      cause: Schema.Literals(["api", "import"]),
      email_consent: Schema.Literals(["subscribed", "unsubscribed", "never_subscribed", "suppressed"])
    })
  ])
).check(Schema.isMinLength(6), Schema.isMaxLength(16))

type Step = (typeof Steps.Type)[number]

const orderCall = ({ order_id, placed, says }: Extract<Step, { type: "order" }>) =>
  call({
    order_id: BigInt(order_id),
    fields: { placed_at: placed * 1_000, accepts_email_marketing: says }
  })

const order = (now: number, kept: StoredHistory, step: Extract<Step, { type: "order" }>) =>
  saveBatch(kept, decideOrders(now, [orderCall(step)], { ...kept, integrations: [], suppressions: [] }))

const replaced = (kept: StoredHistory, contact: Contact): StoredHistory => ({ ...kept, contacts: [contact] })

const start = order(0, { orders: [], contacts: [], ledger: [] }, { type: "order", order_id: 9, placed: 0, says: null })

/** The account after a step; `now` in milliseconds. */
const after = (now: number, kept: StoredHistory, step: Step): StoredHistory => {
  const [contact] = kept.contacts
  if (contact === undefined) return kept
  if (step.type === "order") return order(now, kept, step)
  if (step.type === "no") {
    const applied = applyConsentSignal(now, contact, {
      channel: "email",
      decision: emailOnUnsubscribe(contact.email_consent),
      requested: "unsubscribed",
      cause: "unsubscribe_link",
      source_id: "m",
      actor: "contact"
    })
    return applied === undefined ? kept : replaced(kept, applied.contact)
  }
  const full = { ...contact, tags: "[]", custom_fields: "{}" }
  const write = {
    account_id,
    contact_id: contact.contact_id,
    fields: { email_consent: step.email_consent },
    send_welcome_sms: false,
    cause: step.cause,
    actor: "t"
  }
  const decided = decideContact(now, write, full, { byEmail: undefined, byPhone: undefined, suppressions: {} })
  const { tags: _, custom_fields: __, ...written } = Result.getOrThrow(decided).contact
  return replaced(kept, written)
}

const consentOf = ({ contacts }: StoredHistory) => contacts[0]?.email_consent

describe("a withdrawn consent (contract §4.5)", () => {
  it.prop(
    "of the person is lifted only by an order placed later or by the merchant",
    [Steps],
    ([steps]) => {
      let kept = start
      let no: number | undefined
      const optInsByOrder = new Map<number, number>()
      steps.forEach((step, at) => {
        const now = (at + 1) * 1_000
        const before = consentOf(kept)
        kept = after(now, kept, step)
        if (step.type === "no") no = now
        if (step.type === "write" && step.cause === "api" && step.email_consent === "subscribed") no = undefined
        if (step.type !== "order") return
        const since = optInsByOrder.get(step.order_id) ?? now
        optInsByOrder.set(step.order_id, since)
        const isLifted = before !== "subscribed" && consentOf(kept) === "subscribed"
        if (isLifted && no !== undefined) {
          assert.isAbove(Math.min(step.placed * 1_000, since), no)
          no = undefined
        }
        const isFirst = since === now && step.says === true && step.placed * 1_000 > (no ?? -1) && now > (no ?? -1)
        if (isFirst && before !== "suppressed") assert.strictEqual(consentOf(kept), "subscribed")
      })
    },
    { arbitrary: { runs: 2_000 } }
  )

  it.prop(
    "is not lifted by the earlier order repeated, nor by an import",
    [Steps, Second],
    ([steps, placed]) => {
      const yes = { type: "order", order_id: 1, placed, says: true } as const
      const kept = [yes, ...steps].reduce((state, step, at) => after((at + 1) * 1_000, state, step), start)
      const now = (steps.length + 2) * 1_000
      for (const no of [
        { type: "no" },
        { type: "write", cause: "api", email_consent: "unsubscribed" },
        { type: "write", cause: "api", email_consent: "suppressed" }
      ] as const) {
        const afterErasure = after(now, kept, no)
        const state = consentOf(afterErasure)
        const optedIn = afterErasure.orders.some(
          ({ order_id, accepts_email_marketing: is }) => order_id === 1n && is === true
        )
        const again: ReadonlyArray<Step> = [
          ...(optedIn ? [yes] : []),
          { type: "write", cause: "import", email_consent: "subscribed" },
          { type: "write", cause: "import", email_consent: "never_subscribed" }
        ]
        for (const step of again) assert.strictEqual(consentOf(after(now + 1_000, afterErasure, step)), state)
      }
    },
    { arbitrary: { runs: 1_000 } }
  )

  it.prop(
    "is refused once for an order: repeating the call changes nothing",
    [Steps],
    ([steps]) => {
      let kept = start
      steps.forEach((step, at) => {
        kept = after((at + 1) * 1_000, kept, step)
        if (step.type !== "order") return
        const repeated = order((at + 1) * 1_000 + 500, kept, step)
        // After a withdrawal by the person, the first repetition is recorded as refused.
        const twice = order((at + 1) * 1_000 + 700, repeated, step)
        assert.deepStrictEqual(repeated.ledger, kept.ledger)
        assert.deepStrictEqual(twice, repeated)
      })
    },
    { arbitrary: { runs: 1_000 } }
  )

  it.prop("holds until a later opt-in", [Steps], ([steps]) => {
    const kept = steps.reduce((state, step, at) => after((at + 1) * 1_000, state, step), start)
    const [contact] = kept.contacts
    if (contact === undefined) return
    const standing = withdrawalOf(contact, "email")
    if (contact.email_consent === "subscribed") assert.isNull(standing)
    if (contact.email_consent === "unsubscribed" || contact.email_consent === "suppressed") assert.isNotNull(standing)
  })
})
