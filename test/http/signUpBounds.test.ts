import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { honeypot } from "../../src/domain/forms/readSubmission.ts"
import { Forms } from "../../src/store/forms/Forms.ts"
import { onEitherOverSocket } from "../support/http/http.ts"
import { shownForm } from "../support/http/signUpForm.ts"
import { messagesOf } from "../support/messages/messages.ts"
import { formInput } from "../support/samples/formInput.ts"

const issuedOf = (page: string): string => /name="issued" value="([^"]+)"/.exec(page)?.[1] ?? ""

onEitherOverSocket("a sign-up form that anybody can send", (it) => {
  it.effect("shows the page again where software of the person filled in the hidden field, and tells the shop", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, submit, contacts } = yield* shownForm()
      const page = yield* submit({ email: "filled@example.com", [honeypot]: "https://ada.example" })
      assert.strictEqual(page.status, 422)
      assert.include(page.text, "send the page again")
      assert.notInclude(page.text, "ada.example")
      assert.lengthOf(yield* contacts, 0)
      assert.deepStrictEqual(yield* sql`SELECT robots, asked FROM form_sign_ups WHERE account_id = ${account_id}`, [
        { robots: 1, asked: 0 }
      ])
      // The page that was shown again takes the submission at once.
      assert.strictEqual((yield* submit({ email: "filled@example.com", issued: issuedOf(page.text) })).status, 200)
      assert.lengthOf(yield* contacts, 1)
    })
  )

  it.effect("keeps the wording that the person saw, also where the form was changed since", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, form_id, issued, submit, contacts } = yield* shownForm({ double_opt_in: false })
      yield* Effect.flatMap(Forms, (forms) =>
        forms.save({ account_id, form_id }, { ...formInput, double_opt_in: false, wording: "Send me anything." })
      ).pipe(Effect.provide(Forms.layer))
      yield* submit({ email: "first@example.com" })
      const proof = Effect.map(
        sql`SELECT proof FROM consent_log WHERE account_id = ${account_id} ORDER BY entry_id DESC LIMIT 1`,
        ([row]) => JSON.parse(String(row?.["proof"]))
      )
      assert.deepInclude(yield* proof, { wording: formInput.wording, wording_version: 1 })
      yield* submit({ email: "second@example.com", issued: issued(5_000, form_id, 2) })
      assert.deepInclude(yield* proof, { wording: "Send me anything.", wording_version: 2 })
      assert.strictEqual((yield* submit({ email: "c@example.com", issued: issued(5_000, form_id, 3) })).status, 422)
      assert.lengthOf(yield* contacts, 2)
    })
  )

  it.effect("takes one submission of a page: a repeated one is thanked, another is shown the page again", () =>
    Effect.gen(function* () {
      const { account_id, issued, submit } = yield* shownForm()
      const page = { issued: issued(5_000) }
      const values = { email: "one@example.com", ...page }
      const same = yield* Effect.all([submit(values), submit(values), submit(values)], { concurrency: 3 })
      assert.deepStrictEqual(
        same.map(({ status }) => status),
        [200, 200, 200]
      )
      const others = yield* Effect.forEach([1, 2, 3], (n) => submit({ email: `other${n}@example.com`, ...page }), {
        concurrency: 3
      })
      assert.deepStrictEqual(
        others.map(({ status }) => status),
        [422, 422, 422]
      )
      assert.lengthOf(yield* messagesOf(account_id), 1)
      const [{ text = "" } = {}] = others
      assert.strictEqual((yield* submit({ email: "other1@example.com", issued: issuedOf(text) })).status, 200)
      assert.lengthOf(yield* messagesOf(account_id), 2)
    })
  )

  it.effect("asks no more phones an hour than the account allows, and those of its countries alone", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, submit, contacts } = yield* shownForm()
      const texts = yield* Forms.pipe(Effect.provide(Forms.layer))
      yield* texts.saveTextLimits(account_id, { texts_per_hour: 2, countries: ["US", "FR"] })
      for (const phone of ["+8821612345678", "+881612345678", "+19005550123", "+491701234567", "+33899123456"]) {
        const answer = yield* submit({ phone })
        assert.strictEqual(answer.status, 422, phone)
        assert.include(answer.text, "We can’t send texts to this number.", phone)
      }
      const phones = ["+12025550151", "+33612345678", "+12025550153", "+12025550154"]
      const answers = yield* Effect.forEach(phones, (phone) => submit({ phone }), { concurrency: 4 })
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200]
      )
      assert.lengthOf(yield* messagesOf(account_id), 2)
      const states = (yield* contacts).map(({ sms_consent }) => String(sms_consent)).toSorted()
      assert.deepStrictEqual(states, ["never_subscribed", "never_subscribed", "pending", "pending"])
      const unsent = sql`SELECT unsent_texts FROM form_sign_ups WHERE account_id = ${account_id}`
      assert.deepStrictEqual(yield* unsent, [{ unsent_texts: 2 }])
      yield* sql`UPDATE form_texts SET hour = (hour AT TIME ZONE 'UTC' - interval '1 hour') AT TIME ZONE 'UTC' WHERE account_id = ${account_id}`
      yield* submit({ phone: "+12025550155" })
      assert.lengthOf(yield* messagesOf(account_id), 3)
      yield* texts.saveTextLimits(account_id, { texts_per_hour: 0, countries: null })
      yield* submit({ phone: "+12025550156" })
      assert.lengthOf(yield* messagesOf(account_id), 3)
    })
  )
})
