import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  Cause,
  EmailConsent,
  isOptIn,
  type LedgerEntry,
  type Rule,
  SmsConsent
} from "../../src/domain/contacts/Consent.ts"
import { newContact } from "../../src/domain/contacts/Contact.ts"
import { consentTriggers } from "../../src/domain/flows/consentTriggers.ts"

const blank = {
  account_id: "acc_1",
  contact_id: "con_1",
  email: "a@example.com",
  phone: null,
  first_name: null,
  last_name: null
}
const contact = newContact(blank, 0)

const entry = (fields: Partial<LedgerEntry>): LedgerEntry => ({
  account_id: "acc_1",
  contact_id: "con_1",
  channel: "email",
  from_state: "never_subscribed",
  to_state: "subscribed",
  refused: false,
  cause: "api",
  rule: "contact_write",
  source_id: "req_1",
  actor: "tok_1",
  effective_at: 0,
  recorded_at: 7,
  ...fields
})

const typesOf = (fields: Partial<LedgerEntry>) => consentTriggers([entry(fields)], [contact]).map(({ type }) => type)

const State = Schema.Union([EmailConsent, SmsConsent])

describe("the triggers of ledger entries", () => {
  it.prop(
    "are one for each change to an opt-in or to unsubscribed",
    [State, State, Cause, Schema.Boolean],
    ([from_state, to_state, cause, refused]) => {
      const starts = !refused && cause !== "import" && cause !== "erasure"
      const subscribes = isOptIn(to_state) && !isOptIn(from_state)
      const unsubscribes = to_state === "unsubscribed" && from_state !== "unsubscribed"
      const expected = !starts ? [] : subscribes ? ["subscribed"] : unsubscribes ? ["unsubscribed"] : []
      assert.deepStrictEqual(typesOf({ from_state, to_state, cause, refused }), expected)
    }
  )

  it("are none for a consent that goes on after a merge, a lifted suppression or the return of an address", () => {
    const rules: ReadonlyArray<Rule> = ["contact_merged", "compliance_lifted", "contact_returned"]
    for (const rule of rules) assert.deepStrictEqual(typesOf({ rule }), [], rule)
    assert.deepStrictEqual(
      typesOf({ rule: "compliance_lifted", to_state: "unsubscribed", from_state: "compliance_suppressed" }),
      []
    )
  })

  it("carry the contact and the time of the entry", () => {
    const [trigger] = consentTriggers([entry({ channel: "sms" })], [contact])
    assert.deepStrictEqual([trigger?.channel, trigger?.contact, trigger?.occurred_at], ["sms", contact, 7])
    assert.deepStrictEqual(consentTriggers([entry({ contact_id: "con_2" })], [contact]), [])
  })
})
