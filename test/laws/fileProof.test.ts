import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { decideNewContact } from "../../src/domain/contacts/decideContact.ts"
import { readFileProof } from "../../src/domain/imports/fileProof.ts"

const now = Date.parse("2026-05-04T09:30:00Z")
const given = Date.parse("2020-02-03T04:05:06Z")

const stated = {
  email_consent_time: "2020-02-03T04:05:06Z",
  email_consent_address: "192.0.2.1",
  consent_source: "Pop-up"
}

const lineOf = (
  consent: "subscribed" | "unsubscribed" | "never_subscribed",
  change: object = {},
  suppressed?: object
) => {
  const { proof } = readFileProof("email", { ...stated, ...change }, "people.csv")
  const write = {
    account_id: "acc_1",
    contact_id: "con_1",
    fields: { email: "ada@example.com", email_consent: consent },
    send_welcome_sms: false,
    cause: "import",
    actor: "usr_1",
    ...(proof === undefined ? {} : { evidence: { email: proof } })
  } as const
  const state = { byEmail: undefined, byPhone: undefined, suppressions: suppressed ?? {} }
  return Result.getOrThrow(decideNewContact(now, write, state)).ledger.at(-1)
}

describe("the proof of a consent in a file", () => {
  it("is kept with the yes, which took effect when the person gave it", () => {
    assert.deepInclude(lineOf("subscribed"), {
      to_state: "subscribed",
      effective_at: given,
      recorded_at: now,
      proof: { given_at: "2020-02-03T04:05:06Z", address: "192.0.2.1", source: "Pop-up" }
    })
  })

  it("takes effect when the person confirmed it, and names the file where the row names no source", () => {
    const line = lineOf("subscribed", { consent_source: undefined, email_confirmed_time: "2020-02-03T05:00:00Z" })
    assert.strictEqual(line?.effective_at, Date.parse("2020-02-03T05:00:00Z"))
    assert.strictEqual(line?.proof?.source, "people.csv")
  })

  it("proves no other state than a yes, and no time to come", () => {
    assert.deepInclude(lineOf("unsubscribed"), { to_state: "unsubscribed", effective_at: now })
    assert.isUndefined(lineOf("unsubscribed")?.proof)
    assert.strictEqual(lineOf("subscribed", { email_consent_time: "2031-01-01T00:00:00Z" })?.effective_at, now)
  })

  it("lifts nothing: the refusal keeps it", () => {
    assert.deepInclude(lineOf("subscribed", {}, { email: "unsubscribed" }), {
      refused: true,
      rule: "import_keeps_withdrawal",
      proof: { given_at: "2020-02-03T04:05:06Z", address: "192.0.2.1", source: "Pop-up" }
    })
  })

  it("leaves out a cell that cannot be read, and says which", () => {
    assert.deepStrictEqual(readFileProof("email", { ...stated, email_consent_time: "soon" }, "people.csv"), {
      proof: { source: "Pop-up", address: "192.0.2.1" },
      issues: [{ field: "email_consent_time", message: "Is no date and time; left out" }]
    })
    for (const nothing of [undefined, null, "text", {}, { email_consent_time: 5 }])
      assert.isUndefined(readFileProof("email", nothing, "people.csv").proof)
  })
})
