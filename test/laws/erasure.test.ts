import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { EmailConsent, SmsConsent } from "../../src/domain/contacts/Consent.ts"
import { emailOnOrder } from "../../src/domain/contacts/consentOnOrder.ts"
import { newContact, withdrawalOf } from "../../src/domain/contacts/Contact.ts"
import { decideNewContact } from "../../src/domain/contacts/decideContact.ts"
import { suppressionsOf, predatesErasure, withSuppressions } from "../../src/domain/contacts/Suppressions.ts"
import { asciiLowerCase } from "../../src/domain/contacts/Email.ts"
import {
  jsonWithoutAddresses,
  ownTextNeedles,
  separators,
  withoutAddresses
} from "../../src/domain/contacts/ownTextMatching.ts"
import { mentionsOf, phoneEndings, recordAddress } from "../../src/domain/contacts/erasureMatching.ts"

const person = { account_id: "a", contact_id: "c", email: "a@b.co", phone: "+14155552671" }
const contact = newContact({ ...person, first_name: null, last_name: null }, 0)
const yes = { hasEmail: true, withinSixMonths: true }

describe("an erasure (contract §3, §4)", () => {
  it("withdraws the consents of orders placed until then, and of none placed later", () => {
    for (const [erased_at, placed_at] of [
      [undefined, 5],
      [4, 5],
      [5, 5],
      [6, 5]
    ] as const) {
      const suppressions = erased_at === undefined ? {} : { erased_at }
      const returned = withSuppressions(contact, suppressions, { source_id: "1", actor: "t", recorded_at: 9 }).contact
      const order = { ...yes, placed_at, received_at: 9, repeated: false }
      const decision = emailOnOrder("never_subscribed", order, withdrawalOf(returned, "email"))
      const before = erased_at !== undefined && placed_at <= erased_at
      assert.strictEqual(decision.state, before ? "never_subscribed" : "subscribed")
      if (before) assert.strictEqual(decision.rule, "order_before_withdrawal")
    }
  })

  it("keeps opt-outs and suppressions for each address, and nothing more", () => {
    for (const email_consent of EmailConsent.literals)
      for (const sms_consent of SmsConsent.literals) {
        const states = suppressionsOf({ ...contact, email_consent, sms_consent }).map(({ state }) => state)
        const holdsOff = /^(?:unsubscribed|suppressed|compliance_suppressed)$/
        assert.deepStrictEqual(
          states,
          [email_consent, sms_consent].map((state) => (holdsOff.test(state) ? state : "never_subscribed"))
        )
      }
  })

  it("is not lifted by an import, which may still opt out", () => {
    for (const email_consent of ["subscribed", "unsubscribed", "never_subscribed", "suppressed"] as const)
      for (const sms_consent of ["subscribed", "single_opt_in", "unsubscribed", "never_subscribed"] as const)
        for (const cause of ["import", "api"] as const) {
          const fields = { email: person.email, phone: person.phone, email_consent, sms_consent }
          const write = { ...person, fields, send_welcome_sms: false, cause, actor: "t" }
          const state = { byEmail: undefined, byPhone: undefined, suppressions: { erased_at: 5 } }
          const { contact: after, ledger } = Result.getOrThrow(decideNewContact(9, write, state))
          const consentsBefore = [email_consent, sms_consent]
          const given = consentsBefore.map((to) =>
            cause === "import" && /^(?:sub|single)/.test(to) ? "never_subscribed" : to
          )
          assert.deepStrictEqual([after.email_consent, after.sms_consent], given)
          const refused = ledger.filter((line) => line.refused).map(({ to_state }) => to_state)
          assert.deepStrictEqual(
            refused,
            consentsBefore.filter((to, at) => to !== given[at])
          )
        }
  })

  it("applies to records uploaded before it", () => {
    assert.deepStrictEqual(
      [predatesErasure(undefined, 5), predatesErasure(4, undefined), predatesErasure(4, null), predatesErasure(6, 5)],
      [false, false, false, false]
    )
    assert.deepStrictEqual([predatesErasure(5, 5), predatesErasure(4, 5)], [true, true])
  })

  it("matches a record by its e-mail, else by its phone in any spelling", () => {
    const digitsOf = (phone: string) => recordAddress(JSON.stringify({ phone })).phone_digits ?? ""
    for (const phone of ["+1 (415) 555-2671", "415.555.2671", "001 415 555 2671", "(415) 555-2671", "14155552671"]) {
      assert.include(phoneEndings(person.phone), digitsOf(phone), phone)
    }
    for (const phone of ["555-2672", "2671", "", "+4915155552671"]) {
      assert.notInclude(phoneEndings(person.phone), digitsOf(phone), phone)
    }
    assert.deepStrictEqual(phoneEndings(null), [])
    assert.deepStrictEqual(recordAddress('{"email":" A\\u0040B.co ","phone":5}'), {
      email_key: "a@b.co",
      phone_digits: null
    })
    assert.deepStrictEqual(recordAddress("{"), { email_key: null, phone_digits: null })
    assert.includeMembers([...mentionsOf(person)], ["a@b.co", "a%40b.co", "a_b.co", "155552671"])
  })

  it("replaces the addresses of the contact in texts of the business, and no others", () => {
    const ada = { email: "Ada.L@Bücher.example", phone: "+442079460123" }
    const replaced = withoutAddresses(ada)
    for (const text of [
      "Ada.L@Bücher.example",
      "ada.l@xn--bcher-kva.example",
      "ADA.L@BÜCHER.EXAMPLE",
      "ada.l%40xn--bcher-kva.example",
      encodeURIComponent(ada.email),
      "+442079460123",
      "+44 20 7946 0123",
      "0044 (20) 7946-0123",
      "020 7946 0123"
    ]) {
      for (const [before, after] of [
        ["", ""],
        ["<", ">, hello"],
        ["mailto:", "?subject=1"],
        ["%2C", "%2C"],
        ["Dear ", "."],
        ["VIP-", "\n"],
        ["1) ", ";"]
      ])
        assert.strictEqual(replaced(`${before}${text}${after}`), `${before}erased${after}`)
    }
    for (const text of [
      "xada.l@bücher.example",
      "jo.ada.l@bücher.example",
      "ada.l@bücher.examples",
      "ada.l@example",
      "9442079460123",
      "4420794601234",
      "20 7946 0124",
      ""
    ])
      assert.strictEqual(replaced(text), text)
    assert.strictEqual(withoutAddresses({ email: null, phone: null })("ada"), "ada")
    const document = {
      id: "s2079460123",
      steps: ["a\nada.l@bücher.example", 442079460123, 1.5, null],
      x: { key: "custom.2079460123" }
    }
    assert.strictEqual(
      jsonWithoutAddresses(ada)(JSON.stringify(document)),
      JSON.stringify({ ...document, steps: ["a\nerased", 0, 1.5, null] })
    )
  })

  it("finds every text whose address it replaces", () => {
    const ada = { email: "Ada.L@Bücher.example", phone: "+442079460123" }
    const { emails, digits } = ownTextNeedles(ada)
    const isFound = (text: string) =>
      emails.some((email) => asciiLowerCase(text).includes(email)) ||
      text.replaceAll(new RegExp(`[${separators.replace("-", "")}-]`, "g"), "").includes(digits ?? "-")
    const parts = [
      ada.email,
      "ada.l@xn--bcher-kva.example",
      "+44 ",
      "(20)",
      "7946",
      " 0123",
      "020 7946-0123",
      "-",
      "x",
      "."
    ]
    for (const a of parts)
      for (const b of parts)
        for (const c of parts)
          for (const d of parts) {
            const text = a + b + c + d
            assert.isTrue(withoutAddresses(ada)(text) === text || isFound(text), text)
          }
  })
})
