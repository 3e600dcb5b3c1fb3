import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { EmailConsent, SmsConsent } from "../../src/domain/contacts/Consent.ts"
import type { Contact } from "../../src/domain/contacts/Contact.ts"
import { decideOrder } from "../../src/domain/orders/decideOrder.ts"
import { account_id, call, contact, emptyState } from "../support/samples/orders.ts"

const now = Date.UTC(2026, 7, 31, 12)
const limit = Date.UTC(2026, 1, 28, 12)
const email = "ada@example.com"
const phone = "+12025550123"
const answers = [undefined, null, false, true] as const

/** Every combination of inputs of the table in contract §4.5. */
const cases = [true, false].flatMap((hasEmail) =>
  [true, false].flatMap((hasPhone) =>
    answers.flatMap((accepts_email_marketing) =>
      answers.flatMap((accepts_sms_marketing) =>
        [limit, limit - 1].flatMap((placed_at) =>
          [true, false].map((initial_sync) =>
            call({
              initial_sync,
              fields: {
                placed_at,
                email: hasEmail ? email : null,
                ...(hasPhone ? { phone } : {}),
                ...(accepts_email_marketing === undefined ? {} : { accepts_email_marketing }),
                ...(accepts_sms_marketing === undefined ? {} : { accepts_sms_marketing })
              }
            })
          )
        )
      )
    )
  )
)

const existingContacts = EmailConsent.literals.flatMap((email_consent) =>
  SmsConsent.literals.map((sms_consent) => contact({ email_consent, sms_consent }))
)

const decided = (...args: Parameters<typeof decideOrder>) => Result.getOrThrow(decideOrder(...args))

const after = (decision: ReturnType<typeof decided>, before: Contact | undefined): Contact | undefined =>
  decision.contacts.find(({ contact_id }) => contact_id === decision.order.contact_id) ?? before

describe("consent by an order (contract §4.5)", () => {
  it("of an existing contact: only a recent yes with an e-mail subscribes, unless suppressed", () => {
    for (const order of cases) {
      for (const owner of existingContacts) {
        const { email_consent, sms_consent } = owner
        const state = typeof order.fields.email === "string" ? { byEmail: owner } : { byPhone: owner }
        const result = after(decided(now, order, { ...emptyState, ...state }), owner)
        const opens =
          order.fields.accepts_email_marketing === true &&
          order.fields.email !== null &&
          order.fields.placed_at >= limit &&
          !["suppressed", "compliance_suppressed"].includes(email_consent)
        assert.strictEqual(result?.email_consent, opens ? "subscribed" : email_consent)
        assert.strictEqual(result?.sms_consent, sms_consent)
      }
    }
  })

  it("of a contact it creates: a recent yes subscribes the e-mail, any yes opts in a phone that is free", () => {
    for (const order of cases) {
      for (const byPhone of [undefined, contact({ phone })]) {
        const taken = byPhone !== undefined && order.fields.phone !== undefined
        if (taken && order.fields.email === null) continue
        const result = after(decided(now, order, { ...emptyState, byPhone: taken ? byPhone : undefined }), undefined)
        const { email: sent, accepts_email_marketing, accepts_sms_marketing, placed_at } = order.fields
        const opens = accepts_email_marketing === true && sent !== null && placed_at >= limit
        assert.strictEqual(result?.email_consent, opens ? "subscribed" : "never_subscribed")
        assert.strictEqual(result?.phone, taken ? null : (order.fields.phone ?? null))
        const texts = accepts_sms_marketing === true && order.fields.phone !== undefined && !taken
        // Without a phone the call is refused before the decision.
        if (order.fields.phone !== undefined || accepts_sms_marketing !== true) {
          assert.strictEqual(result?.sms_consent, texts ? "subscribed" : "never_subscribed")
        }
      }
    }
  })

  it("changes a consent to subscribed only", () => {
    for (const order of cases) {
      for (const owner of existingContacts) {
        const result = after(decided(now, order, { ...emptyState, byEmail: owner, byPhone: owner }), owner)
        assert.include([owner.email_consent, "subscribed"], result?.email_consent)
        assert.include([owner.sms_consent, "subscribed"], result?.sms_consent)
      }
    }
  })

  it("writes a ledger line for every change and every refusal, and none without an opt-in", () => {
    for (const order of cases) {
      for (const owner of existingContacts) {
        const decision = decided(now, order, { ...emptyState, byEmail: owner, byPhone: owner })
        const result = after(decision, owner)
        for (const channel of ["email", "sms"] as const) {
          const state = `${channel}_consent` as const
          const optedIn = order.fields[`accepts_${channel}_marketing`] === true
          const lines = decision.ledger.filter((line) => line.channel === channel)
          const changed = result?.[state] !== owner[state]
          assert.strictEqual(lines.filter(({ refused }) => !refused).length, changed ? 1 : 0)
          if (!optedIn) assert.strictEqual(lines.length, 0)
          if (optedIn && !changed && owner[state] !== "subscribed") assert.strictEqual(lines.length, 1)
          for (const line of lines) {
            assert.strictEqual(line.account_id, account_id)
            assert.strictEqual(line.from_state, owner[state])
            assert.strictEqual(line.to_state, "subscribed")
          }
        }
      }
    }
  })
})
