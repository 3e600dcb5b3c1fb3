import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { EmailConsent, SmsConsent, type Withdrawal } from "../../src/domain/contacts/Consent.ts"
import { type FullContact, withdrawalFields, withdrawalOf } from "../../src/domain/contacts/Contact.ts"
import { type ContactMerge, decideMerge } from "../../src/domain/contacts/decideMerge.ts"
import { contact } from "../support/samples/orders.ts"

const merge: ContactMerge = { account_id: "acc_test", contact_id: "con_a", from: "con_b", cause: "api", actor: "t" }

const withdrawals: ReadonlyArray<Withdrawal | null> = [
  null,
  { at: 1, by: "person" },
  { at: 2, by: "person" },
  { at: 3, by: "merchant" }
]

const heldOff = new Set<string>(["unsubscribed", "suppressed"])

/** Contacts with every consent, with and without the channel's address, and with every possible withdrawal. */
const all = (contact_id: string): ReadonlyArray<FullContact> =>
  EmailConsent.literals
    .filter((state) => state !== "compliance_suppressed")
    .flatMap((email_consent) =>
      SmsConsent.literals.flatMap((sms_consent) =>
        [true, false].flatMap((hasEmail) =>
          withdrawals.flatMap((withdrawal) => [
            {
              ...contact({
                contact_id,
                email: hasEmail ? `${contact_id}@example.com` : null,
                phone: hasEmail ? null : "+12025550101",
                email_consent,
                sms_consent,
                ...withdrawalFields(
                  email_consent === "subscribed" ? null : withdrawal,
                  sms_consent === "subscribed" || sms_consent === "single_opt_in" ? null : withdrawal
                )
              }),
              tags: "[]",
              custom_fields: "{}"
            }
          ])
        )
      )
    )

const merged = (target: FullContact, from: FullContact) =>
  Result.getOrThrow(decideMerge(9, merge, target, from)).contact

describe("merging two contacts (contract §4)", () => {
  it("gives the same consents and withdrawals in either direction", () => {
    for (const one of all("con_a")) {
      for (const other of all("con_b")) {
        const [there, back] = [merged(one, other), merged(other, one)]
        for (const channel of ["email", "sms"] as const) {
          assert.strictEqual(there[`${channel}_consent`], back[`${channel}_consent`])
          assert.deepStrictEqual(withdrawalOf(there, channel), withdrawalOf(back, channel))
        }
      }
    }
  })

  it("keeps each opt-out of either, keeps a yes only if both with an address have it, and is stable", () => {
    for (const one of all("con_a")) {
      for (const other of all("con_b")) {
        const both = merged(one, other)
        for (const channel of ["email", "sms"] as const) {
          const states = [one, other].map((each) => each[`${channel}_consent`])
          const state = both[`${channel}_consent`]
          assert.include(states, state)
          const strictest = states.includes("suppressed") ? "suppressed" : "unsubscribed"
          if (states.some((each) => heldOff.has(each))) assert.strictEqual(state, strictest)
          const address = channel === "email" ? "email" : "phone"
          const unasked = [one, other].some(
            (each) => each[address] !== null && each[`${channel}_consent`] === "never_subscribed"
          )
          if (unasked) assert.notInclude(["subscribed", "single_opt_in"], state)
          assert.strictEqual(merged(both, other)[`${channel}_consent`], state)
        }
      }
    }
  })

  it("records both channels' state before and after in the ledger", () => {
    for (const one of all("con_a").slice(0, 20)) {
      for (const other of all("con_b")) {
        const { contact: both, ledger } = Result.getOrThrow(decideMerge(9, merge, one, other))
        assert.deepStrictEqual(
          ledger.map(({ channel, from_state, to_state }) => [channel, from_state, to_state]),
          [
            ["email", one.email_consent, both.email_consent],
            ["sms", one.sms_consent, both.sms_consent]
          ]
        )
      }
    }
  })
})
