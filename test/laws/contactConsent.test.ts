import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { EmailConsent, isOptOut, isStricter, SmsConsent } from "../../src/domain/contacts/Consent.ts"
import { newContact } from "../../src/domain/contacts/Contact.ts"
import type { ContactFields } from "../../src/domain/contacts/ContactInput.ts"
import { type ContactWrite, decideContact, decideNewContact } from "../../src/domain/contacts/decideContact.ts"

const now = 1_000
const noContacts = { byEmail: undefined, byPhone: undefined, suppressions: {} }

const writing = (fields: ContactFields, send_welcome_sms = true): ContactWrite => ({
  account_id: "a",
  contact_id: "c",
  fields,
  send_welcome_sms,
  cause: "api",
  actor: "t"
})

const contact = (email_consent: EmailConsent, sms_consent: SmsConsent) => ({
  ...newContact(
    { account_id: "a", contact_id: "c", email: "a@b.co", phone: "+14155552671", first_name: null, last_name: null },
    0
  ),
  tags: "[]",
  custom_fields: "{}",
  email_consent,
  sms_consent
})

const writableEmail = ["subscribed", "unsubscribed", "never_subscribed", "suppressed"] as const
const writableSms = ["subscribed", "unsubscribed", "never_subscribed", "single_opt_in"] as const
const emailWrites = [undefined, ...writableEmail] as const
const smsWrites = [undefined, ...writableSms] as const

const every = function* () {
  for (const email of EmailConsent.literals)
    for (const sms of SmsConsent.literals)
      for (const email_consent of emailWrites)
        for (const sms_consent of smsWrites) {
          yield {
            before: contact(email, sms),
            fields: {
              ...(email_consent === undefined ? {} : { email_consent }),
              ...(sms_consent === undefined ? {} : { sms_consent })
            },
            email_consent,
            sms_consent
          }
        }
}

describe("consent by contact endpoints, over all states and writes (contract §4.4)", () => {
  it("takes a no of a user without a reason, and a yes to who left only with one", () => {
    for (const { before, fields, email_consent, sms_consent } of every()) {
      const decided = decideContact(now, { ...writing(fields), cause: "dashboard" }, before, noContacts)
      const lifts =
        (isOptOut(before.email_consent) && email_consent !== undefined && !isOptOut(email_consent)) ||
        (isOptOut(before.sms_consent) && sms_consent !== undefined && !isOptOut(sms_consent))
      const isKept = before.email_consent !== "compliance_suppressed"
      assert.strictEqual(Result.isSuccess(decided), isKept && !lifts)
    }
  })

  it("is never weakened by an import: a no stays or gets stricter, and the ledger keeps each refusal", () => {
    for (const { before, fields } of every()) {
      const requested: ContactWrite = { ...writing(fields), cause: "import" }
      const decided = decideContact(now, requested, before, noContacts)
      if (Result.isFailure(decided)) {
        assert.strictEqual(before.email_consent, "compliance_suppressed")
        continue
      }
      const { contact: after, ledger } = decided.success
      for (const channel of ["email_consent", "sms_consent"] as const) {
        if (!isOptOut(before[channel])) continue
        assert.isFalse(isStricter(before[channel], after[channel]), `${before[channel]} became ${after[channel]}`)
        const isRefused = fields[channel] !== undefined && isStricter(before[channel], fields[channel])
        const refusals = ledger.filter((line) => line.refused && `${line.channel}_consent` === channel)
        assert.strictEqual(refusals.length, isRefused ? 1 : 0)
      }
    }
  })

  it("is the written value, and unchanged without one", () => {
    for (const { before, fields, email_consent, sms_consent } of every()) {
      const decided = decideContact(now, writing(fields), before, noContacts)
      if (before.email_consent === "compliance_suppressed") continue
      const after = Result.getOrThrow(decided).contact
      assert.strictEqual(after.email_consent, email_consent ?? before.email_consent)
      assert.strictEqual(after.sms_consent, sms_consent ?? before.sms_consent)
    }
  })

  it("refuses every write to a compliance_suppressed contact, the empty one too", () => {
    for (const { before, fields } of every()) {
      if (before.email_consent !== "compliance_suppressed") continue
      const decided = decideContact(now, writing(fields), before, noContacts)
      assert.isTrue(Result.isFailure(decided))
      if (Result.isSuccess(decided) || decided.failure._tag !== "ValidationFailed") return assert.fail()
      assert.deepStrictEqual(
        decided.failure.issues.map(({ field }) => field),
        ["email_consent"]
      )
    }
  })

  it("folds from the ledger, line by line, and from suppressed in two lines", () => {
    for (const { before, fields } of every()) {
      const decided = decideContact(now, writing(fields), before, noContacts)
      if (Result.isFailure(decided)) continue
      const { contact: after, ledger, changed } = decided.success
      for (const [channel, from, to] of [
        ["email", before.email_consent, after.email_consent],
        ["sms", before.sms_consent, after.sms_consent]
      ] as const) {
        const lines = ledger.filter((line) => line.channel === channel)
        let state: string = from
        for (const line of lines) {
          assert.strictEqual(line.from_state, state)
          state = line.to_state
        }
        assert.strictEqual(state, to)
        assert.lengthOf(lines, from === to ? 0 : from === "suppressed" ? 2 : 1)
      }
      assert.strictEqual(changed, ledger.length > 0)
      assert.strictEqual(after.updated_at, changed ? now : before.updated_at)
    }
  })

  it("sends a welcome text exactly on a change into sms subscribed, unless send_welcome_sms is false", () => {
    for (const { before, fields, sms_consent } of every()) {
      const decided = decideContact(now, writing(fields), before, noContacts)
      const quiet = decideContact(now, writing(fields, false), before, noContacts)
      if (Result.isFailure(decided) || Result.isFailure(quiet)) continue
      assert.strictEqual(
        decided.success.sendsWelcome,
        sms_consent === "subscribed" && before.sms_consent !== "subscribed"
      )
      assert.isFalse(quiet.success.sendsWelcome)
    }
  })

  it("restores opt-outs and suppressions of a returning contact, and no opt-in", () => {
    for (const email of EmailConsent.literals)
      for (const sms of SmsConsent.literals) {
        const write = writing({ email: "a@b.co", phone: "+14155552671" })
        const state = { ...noContacts, suppressions: { email, sms } }
        const { contact: back, ledger } = Result.getOrThrow(decideNewContact(now, write, state))
        const optOuts = new Set(["unsubscribed", "suppressed", "compliance_suppressed"])
        assert.strictEqual(back.email_consent, optOuts.has(email) ? email : "never_subscribed")
        assert.strictEqual(back.sms_consent, optOuts.has(sms) ? sms : "never_subscribed")
        assert.isTrue(ledger.every(({ cause }) => cause === "erasure"))
      }
  })

  it("refuses writes for a returning compliance_suppressed contact, and accepts them for other returning contacts", () => {
    for (const email_consent of writableEmail)
      for (const remembered of EmailConsent.literals) {
        const write = writing({ email: "a@b.co", email_consent })
        const decided = decideNewContact(now, write, { ...noContacts, suppressions: { email: remembered } })
        if (remembered === "compliance_suppressed") assert.isTrue(Result.isFailure(decided))
        else assert.strictEqual(Result.getOrThrow(decided).contact.email_consent, email_consent)
      }
  })
})
