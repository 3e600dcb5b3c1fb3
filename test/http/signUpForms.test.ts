import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { FlowTrigger } from "../../src/domain/flows/FlowTrigger.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { activateFlow } from "../support/flows/flowRuns.ts"
import { Origin, onEitherOverSocket, send } from "../support/http/http.ts"
import { links } from "../support/http/links.ts"
import { shownForm } from "../support/http/signUpForm.ts"
import { formInput } from "../support/samples/formInput.ts"
import { messagesOf, seedContact } from "../support/messages/messages.ts"

const post = (url: string) => send(url, { method: "POST", headers: { "user-agent": "Browser/2" } })

onEitherOverSocket("a sign-up form", (it) => {
  it.effect("asks to confirm by mail, and subscribes once by POST alone, with the evidence of both", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, form_id, url, submit, contacts, ledger, confirmLinks } = yield* shownForm()
      const page = yield* send(url, { headers: { "accept-language": "de" } })
      assert.include(page.text, "<h1>Tea by mail</h1>")
      assert.include(page.text, "&lt;b&gt;Tea&lt;/b&gt; (freiwillig)")
      assert.include(page.text, formInput.wording)
      const answer = yield* submit({ email: " Maria@example.com ", first_name: "Maria", "custom.tea": "green" })
      assert.strictEqual(answer.status, 200)
      const [before] = yield* contacts
      assert.deepInclude(before, {
        email: "Maria@example.com",
        first_name: "Maria",
        email_consent: "never_subscribed",
        tags: "[]"
      })
      assert.deepStrictEqual(JSON.parse(String(before?.["custom_fields"])), { tea: "green" })
      const [link = ""] = yield* confirmLinks
      const asked = yield* send(link, { headers: { "accept-language": "fr" } })
      assert.include(asked.text, "Confirmez votre abonnement")
      assert.deepStrictEqual(yield* ledger, ["email never_subscribed never_subscribed form_asked"])
      const answers = yield* Effect.all(
        [1, 2, 3].map(() => post(link)),
        { concurrency: 3 }
      )
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 200, 200]
      )
      assert.deepInclude((yield* contacts)[0], { email_consent: "subscribed", tags: '["newsletter"]' })
      assert.deepStrictEqual(yield* ledger, [
        "email never_subscribed never_subscribed form_asked",
        "email never_subscribed subscribed form_confirmed"
      ])
      const proofs = (yield* sql`SELECT proof FROM consent_log WHERE account_id = ${account_id} ORDER BY entry_id`).map(
        ({ proof }) => JSON.parse(String(proof))
      )
      const evidence = { address: "127.0.0.1", wording: formInput.wording, wording_version: 1 }
      assert.deepStrictEqual(proofs[0], { ...evidence, user_agent: "Browser/1", page: "https://tea.example/" })
      assert.deepInclude(proofs[1], { ...evidence, user_agent: "Browser/2" })
      assert.deepStrictEqual(
        yield* sql`SELECT sum(asked)::int AS asked, sum(confirmed)::int AS confirmed FROM form_sign_ups
          WHERE account_id = ${account_id} AND form_id = ${form_id}`,
        [{ asked: 1, confirmed: 1 }]
      )
    })
  )

  it.effect("asks by its own mail and text, which carry the link and the words to answer", () =>
    Effect.gen(function* () {
      const { account_id, submit, contacts, confirmLinks } = yield* shownForm({
        confirmation_mail: { subject: "One step", text: "Is it <you>?", button: "It is me" },
        confirmation_text: "{{ account.name }}: YES or STOP?"
      })
      yield* submit({ email: "own@example.com", phone: "+12025550142" })
      const messages = yield* messagesOf(account_id)
      const mail = messages.find(({ subject }) => subject !== null)
      assert.strictEqual(mail?.subject, "One step")
      assert.include(mail?.body, '<p>Is it &#60;you&#62;?</p><p><a href="{{ confirm_url }}">It is me</a></p>')
      const text = messages.find(({ subject }) => subject === null)
      assert.strictEqual(text?.body, "{{ account.name }}: YES or STOP?")
      const [link = ""] = yield* confirmLinks
      assert.strictEqual((yield* post(link)).status, 200)
      assert.deepInclude((yield* contacts)[0], { email_consent: "subscribed" })
    })
  )

  it.effect("starts the flows of a subscription and of the form's tags once it is confirmed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, submit, confirmLinks } = yield* shownForm()
      const triggers: ReadonlyArray<FlowTrigger> = [
        { type: "subscribed", channel: "email" },
        { type: "tagged", tag: "newsletter" }
      ]
      yield* Effect.forEach(triggers, (trigger) =>
        activateFlow(account_id, { trigger, filters: [], steps: [{ id: "end", type: "exit" }] })
      ).pipe(Effect.provide(Flows.layer))
      const causes = Effect.map(sql`SELECT cause FROM flow_runs WHERE account_id = ${account_id} ORDER BY 1`, (rows) =>
        rows.map(({ cause }) => cause)
      )
      yield* submit({ email: "maria@example.com" })
      assert.deepStrictEqual(yield* causes, [])
      const [link = ""] = yield* confirmLinks
      yield* post(link)
      yield* post(link)
      assert.deepStrictEqual(yield* causes, ["subscribed", "tagged"])
    })
  )

  it.effect("asks an address once an hour and after the person left, and answers known and unknown ones alike", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account_id, submit, contacts, ledger, hoursPass } = yield* shownForm()
      const known = yield* seedContact(account_id, { email: "known@example.com", phone: null, first_name: "Known" })
      const unnonced = (text: string) => text.replaceAll(/nonce="[^"]*"/g, "")
      const first = yield* submit({ email: "new@example.com", first_name: "New" })
      const second = yield* submit({ email: "known@example.com", first_name: "Other", "custom.tea": "black" })
      assert.strictEqual(unnonced(second.text), unnonced(first.text))
      yield* submit({ email: "NEW@example.com" })
      assert.lengthOf(yield* messagesOf(account_id), 2)
      yield* hoursPass
      yield* submit({ email: "new@example.com" })
      assert.lengthOf(yield* messagesOf(account_id), 3)
      assert.lengthOf(yield* ledger, 3)
      yield* sql`UPDATE contacts SET email_withdrawn_at = now(), email_withdrawn_by = 'person' WHERE account_id = ${account_id}`
      for (const email of ["new@example.com", "NEW@example.com"]) yield* submit({ email })
      assert.lengthOf(yield* messagesOf(account_id), 4)
      const kept = (yield* contacts).find(({ contact_id }) => contact_id === known.contact_id)
      assert.deepInclude(kept, { first_name: "Known", custom_fields: "{}", email_consent: "subscribed" })
    })
  )

  it.effect("changes nothing for robots, and answers them as people", () =>
    Effect.gen(function* () {
      const { submit, issued, contacts, url } = yield* shownForm()
      const robots: ReadonlyArray<Readonly<Record<string, string>>> = [
        { issued: issued(500) },
        { issued: issued(-60_000) },
        { issued: issued(5_000, "form_other") },
        { issued: `${issued(5_000)}x` },
        { issued: "" }
      ]
      for (const robot of robots) {
        const answer = yield* submit({ email: "robot@example.com", ...robot })
        assert.strictEqual(answer.status, 200)
        assert.include(answer.text, "Thank you!")
      }
      assert.strictEqual((yield* submit({ email: "slow@example.com", issued: issued(90_000_000) })).status, 422)
      for (const invalid of [{ email: "x" }, { phone: "12" }, {}, { email: "a@example.com", agree: "no" }]) {
        const answer = yield* submit({ ...invalid })
        assert.strictEqual(answer.status, 422)
        assert.include(answer.text, 'class="error"')
      }
      assert.lengthOf(yield* contacts, 0)
      assert.strictEqual((yield* send(`${url}x`)).status, 404)
      assert.include((yield* send(`${url}/embed`)).headers.get("content-security-policy") ?? "", "frame-ancestors *")
    })
  )

  it.effect("lets people who left come back by their own confirmation alone, also without double opt-in", () =>
    Effect.gen(function* () {
      const { account_id, submit, contacts, ledger, confirmLinks } = yield* shownForm({ double_opt_in: false })
      yield* seedContact(account_id, { email: "left@example.com", phone: null, email_consent: "unsubscribed" })
      yield* seedContact(account_id, {
        email: "bounced@example.com",
        phone: null,
        email_consent: "compliance_suppressed"
      })
      yield* submit({ email: "left@example.com" })
      yield* submit({ email: "bounced@example.com" })
      yield* submit({ email: "new@example.com" })
      const states = Effect.map(contacts, (rows) =>
        rows.map(({ email, email_consent }) => `${String(email)} ${String(email_consent)}`).toSorted()
      )
      assert.deepStrictEqual(yield* states, [
        "bounced@example.com compliance_suppressed",
        "left@example.com unsubscribed",
        "new@example.com subscribed"
      ])
      const [link = "", ...more] = yield* confirmLinks
      assert.lengthOf(more, 0)
      yield* post(link)
      assert.include(yield* states, "left@example.com subscribed")
      assert.deepStrictEqual(yield* ledger, [
        "email unsubscribed unsubscribed form_asked",
        "email never_subscribed subscribed form_opt_in",
        "email unsubscribed subscribed form_confirmed"
      ])
    })
  )

  it.effect("is not confirmed after an unsubscription, an erasure, a week, or for another address", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = {
        unsubscribed: (account_id: string) =>
          sql`UPDATE contacts SET email_withdrawn_at = now(), email_withdrawn_by = 'person' WHERE account_id = ${account_id}`,
        late: (account_id: string) =>
          sql`UPDATE consent_log SET recorded_at = (recorded_at AT TIME ZONE 'UTC' - interval '7 days') AT TIME ZONE 'UTC' WHERE account_id = ${account_id}`,
        moved: (account_id: string) =>
          sql`UPDATE contacts SET email = 'b@example.com', email_key = 'b@example.com' WHERE account_id = ${account_id}`,
        erased: (account_id: string) => sql`DELETE FROM contacts WHERE account_id = ${account_id}`
      }
      for (const [name, change] of Object.entries(changes)) {
        const { account_id, submit, ledger, confirmLinks } = yield* shownForm()
        yield* submit({ email: "a@example.com" })
        const [link = ""] = yield* confirmLinks
        yield* change(account_id)
        assert.strictEqual((yield* post(link)).status, 410, name)
        assert.lengthOf(yield* ledger, 1, name)
      }
    })
  )

  it.effect("asks a phone by text, which is pending until its yes in any of the languages", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { account_id, submit, contacts, ledger } = yield* shownForm()
      yield* seedContact(account_id, { email: null, phone: "+12025550199", sms_consent: "unsubscribed" })
      yield* submit({ phone: "(202) 555-0123" }, { "accept-language": "de" })
      yield* submit({ phone: "+12025550199" })
      const texts = (yield* messagesOf(account_id)).map(({ body }) => body)
      assert.isTrue(texts.some((text) => text.includes("Antworte mit JA")))
      assert.deepStrictEqual((yield* contacts).map(({ sms_consent }) => String(sms_consent)).toSorted(), [
        "pending",
        "unsubscribed"
      ])
      const hook = links.sign("sms", [account_id]).replace("https://tally.example", origin)
      const answer = (from: string, text: string) =>
        send(hook, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ From: from, Body: text }).toString()
        })
      yield* answer("+12025550123", "Ja!")
      yield* answer("+12025550123", "Ja!")
      yield* answer("+12025550199", "YES")
      assert.deepStrictEqual(
        (yield* contacts).map(({ sms_consent, tags }) => [sms_consent, tags]),
        [
          ["subscribed", '["newsletter"]'],
          ["subscribed", '["newsletter"]']
        ]
      )
      assert.deepStrictEqual(yield* ledger, [
        "sms never_subscribed pending form_asked",
        "sms unsubscribed unsubscribed form_asked",
        "sms pending subscribed sms_start_pending",
        "sms unsubscribed subscribed sms_start_pending"
      ])
    })
  )
})
