import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { definitionOf } from "../support/flows/definitions.ts"
import { operatorBrowser, ownerBrowser } from "../support/browser/dashboard.ts"
import { databaseLayer, postgres } from "../support/database/databases.ts"
import { onEitherOverSocket, originLayer } from "../support/http/http.ts"
import { dnsServer } from "../support/messages/dnsServer.ts"
import { mailServer } from "../support/messages/providers.ts"

const mailStep = (more: object = {}) => ({ id: "s1", type: "send_email", subject: "Hi", html: "<p>Hi</p>", ...more })
const complete = { from_name: "Ada's Shop", from_email: "hello@ada.example", postal_address: "1 Tea Street, London" }
const cleared = { from_name: null, from_email: null, postal_address: null }

onEitherOverSocket("the sender in the dashboard", (it) => {
  it.effect("keeps omitted fields, clears null ones, and never shows its mail server again but for the host", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("sender-owner")
      const path = `/accounts/${account}/sender`
      const saved = yield* call("PUT", path, {
        ...complete,
        reply_to: "help@ada.example",
        logo_url: "https://ada.example/logo.png",
        color: "#aa3366",
        link_parameters: "utm_source=tea&utm_campaign={name}",
        smtp_url: "smtps://ada:very%20secret@smtp.mail.example"
      })
      assert.strictEqual(saved.status, 200, saved.text)
      assert.notInclude(saved.text, "secret")
      yield* call("PUT", path, { reply_to: null })
      const { json, text } = yield* call("GET", path)
      assert.deepStrictEqual(json.data, {
        ...complete,
        reply_to: null,
        logo_url: "https://ada.example/logo.png",
        color: "#aa3366",
        link_parameters: "utm_source=tea&utm_campaign={name}",
        smtp_host: "smtp.mail.example",
        smtp_server: { port: 465, security: "tls", user: "ada" },
        shared_address: false,
        sending: { status: "sending", from: "hello@ada.example", server: "own" },
        missing: [],
        domain_proof: null,
        dkim: null,
        last_check: null,
        tracking_domain: null,
        sms_part_price: null
      })
      assert.notInclude(text, "secret")
      const rows = yield* sql`SELECT s::text AS stored FROM senders s WHERE account_id = ${account} LIMIT 1`
      assert.notInclude(JSON.stringify(rows), "secret")
      assert.strictEqual((yield* call("PUT", path, { smtp_url: null })).json.data.smtp_host, null)
    })
  )

  it.effect("reports every problem at its field, and changes nothing then", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("sender-faults")
      const path = `/accounts/${account}/sender`
      const before = (yield* call("GET", path)).json.data
      const issues = Effect.fnUntraced(function* (body: object) {
        const { status, json } = yield* call("PUT", path, body)
        assert.strictEqual(status, 422)
        return json.error.details.map(({ field }: { field: string }) => field)
      })
      const wrong = {
        from_name: "",
        from_email: "ada",
        reply_to: "a@b",
        postal_address: " ",
        logo_url: "http://ada.example/logo.png",
        color: "red",
        smtp_url: "https://ada.example"
      }
      assert.sameMembers(yield* issues(wrong), Object.keys(wrong))
      for (const host of ["127.0.0.1", "localhost", "10.0.0.1", "[::1]", "169.254.169.254"])
        assert.deepStrictEqual(yield* issues({ smtp_url: `smtp://${host}` }), ["smtp_url"], host)
      assert.deepStrictEqual(yield* issues({ from_email: null, smtp_url: "smtp://m.example" }), ["from_email"])
      assert.deepStrictEqual((yield* call("GET", path)).json.data, before)
    })
  )

  it.effect("lets the operator alone share the address of the service, and the first account has it", () =>
    Effect.gen(function* () {
      const { call, account, boss } = yield* ownerBrowser("sender-shared")
      const path = `/accounts/${account}/sender`
      assert.strictEqual((yield* call("PUT", path, { shared_address: true })).status, 403)
      assert.strictEqual((yield* boss.call("PUT", path, { shared_address: true })).json.data.shared_address, true)
      const first = yield* boss.call("GET", `/accounts/${boss.account}/sender`)
      assert.strictEqual(first.json.data.shared_address, true)
    })
  )

  it.effect("must be complete before a flow with marketing e-mail is activated, or begins to send it", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("sender-flows")
      const made = Effect.fnUntraced(function* (steps: ReadonlyArray<object>) {
        const { json } = yield* call("POST", `/accounts/${account}/flows`, {
          name: "F",
          definition: definitionOf(steps)
        })
        return `/accounts/${account}/flows/${json.data.id}`
      })
      const [marketing, transactional, silent] = [
        yield* made([mailStep()]),
        yield* made([mailStep({ class: "transactional" })]),
        yield* made([{ id: "s1", type: "add_tag", tag: "vip" }])
      ]
      yield* call("PUT", `/accounts/${account}/sender`, cleared)
      const refused = yield* call("POST", `${marketing}/activate`)
      assert.strictEqual(refused.status, 422)
      assert.deepStrictEqual(
        refused.json.error.details.map(({ field }: { field: string }) => field),
        ["sender.from_name", "sender.from_email", "sender.postal_address"]
      )
      assert.include(refused.json.error.details[0].message, "Settings → Sending")
      assert.strictEqual((yield* call("GET", marketing)).json.data.status, "paused")
      for (const flow of [transactional, silent])
        assert.strictEqual((yield* call("POST", `${flow}/activate`)).status, 200)
      const begun = { name: "F", definition: definitionOf([mailStep()]) }
      assert.strictEqual((yield* call("PUT", silent, begun)).status, 422)
      yield* call("PUT", `/accounts/${account}/sender`, complete)
      assert.strictEqual((yield* call("PUT", silent, begun)).status, 200)
      assert.strictEqual((yield* call("POST", `${marketing}/activate`)).status, 200)
    })
  )

  it.effect("makes one DKIM key also when calls race, shows its record, and another for another domain", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("sender-key")
      const path = `/accounts/${account}/sender`
      const create = call("POST", `${path}/dkim`)
      yield* call("PUT", path, cleared)
      assert.strictEqual((yield* create).status, 422)
      yield* call("PUT", path, complete)
      const raced = yield* Effect.all([create, create, create], { concurrency: 3 })
      const records = new Set(raced.map(({ json }) => JSON.stringify(json.data.dkim)))
      assert.strictEqual(records.size, 1)
      const { record, seen_at } = raced[0]!.json.data.dkim
      assert.match(record.name, /^tally-[0-9a-f]{8}\._domainkey\.ada\.example$/)
      assert.match(record.value, /^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{392}$/)
      assert.strictEqual(seen_at, null)
      yield* call("PUT", path, { from_email: "hello@other.example" })
      assert.strictEqual((yield* call("GET", path)).json.data.dkim, null)
      assert.match((yield* create).json.data.dkim.record.name, /other\.example$/)
      assert.strictEqual((yield* call("DELETE", `${path}/dkim`)).json.data.dkim, null)
    })
  )

  it.effect("sends at most ten test mails an hour", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("sender-tests")
      const test = call("POST", `/accounts/${account}/sender/test`, { to: "ada@example.com" })
      const answers = yield* Effect.all(
        Array.from({ length: 12 }, () => test),
        { concurrency: 4 }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [
        ...Array.from({ length: 10 }, () => 200),
        429,
        429
      ])
      assert.strictEqual(answers.find(({ status }) => status === 200)?.json.data.status, "captured")
      const { status, json } = yield* call("POST", `/accounts/${account}/sender/test`, { to: "ada" })
      assert.deepStrictEqual([status, json.error.details[0].field], [422, "to"])
    })
  )
})

it.live("the check of a domain says what to add, and mail is signed once it finds the DKIM record", () =>
  Effect.gen(function* () {
    const dns = yield* dnsServer
    const mail = yield* mailServer({ recipient: (address) => (address.startsWith("gone") ? 550 : undefined) })
    yield* Effect.gen(function* () {
      const { call, account } = yield* operatorBrowser
      const path = `/accounts/${account}/sender`
      yield* call("PUT", path, { ...complete, smtp_url: mail.url })
      const check = Effect.map(call("POST", `${path}/check`), ({ json }) => json.data)
      const statuses = Effect.map(check, ({ spf, dkim, dmarc }) => [spf.status, dkim.status, dmarc.status])
      assert.deepStrictEqual(yield* statuses, ["missing", "missing", "missing"])
      const { record } = (yield* call("POST", `${path}/dkim`)).json.data.dkim
      const { dkim, dmarc, domain } = yield* check
      assert.deepStrictEqual([domain, dkim.record], ["ada.example", record])
      dns.records.set(record.name, [record.value])
      dns.records.set(dmarc.record.name, [dmarc.record.value])
      dns.records.set("ada.example", ["v=spf1 include:loop.example ~all", "other"])
      dns.records.set("loop.example", ["v=spf1 include:loop.example include:ada.example ~all"])
      assert.deepStrictEqual(yield* statuses, ["ok", "ok", "ok"])
      assert.notStrictEqual((yield* call("GET", path)).json.data.dkim.seen_at, null)
      const sent = yield* call("POST", `${path}/test`, { to: "ada@example.com" })
      assert.strictEqual(sent.json.data.status, "sent", sent.text)
      assert.match(mail.received[0]?.raw ?? "", /^DKIM-Signature: [^]*d=ada\.example/m)
      const refused = yield* call("POST", `${path}/test`, { to: "gone@example.com" })
      assert.deepStrictEqual(
        [refused.status, refused.json.error.details],
        [422, [{ field: "to", message: "Not sent: the mail server answered 550" }]]
      )
      dns.records.delete(record.name)
      assert.deepStrictEqual(yield* statuses, ["ok", "missing", "ok"])
      const { dkim: key, last_check } = (yield* call("GET", path)).json.data
      assert.strictEqual(key.seen_at, null)
      assert.isString(last_check.checked_at)
      assert.deepInclude(last_check, { domain: "ada.example", proof: null, spf: "ok", dkim: "missing", dmarc: "ok" })
    }).pipe(Effect.provide(originLayer({ DNS_SERVERS: dns.address, SMTP_ALLOW_PRIVATE: "true" })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.live("the check of a domain looks up at most ten records that SPF takes in", () =>
  Effect.gen(function* () {
    const dns = yield* dnsServer
    yield* Effect.gen(function* () {
      const { call, account } = yield* operatorBrowser
      yield* call("PUT", `/accounts/${account}/sender`, complete)
      const includes = (from: number) => Array.from({ length: 8 }, (_, at) => `include:n${from + at}.example`).join(" ")
      dns.records.set("ada.example", [`v=spf1 ${includes(0)} ~all`])
      for (let at = 0; at < 64; at++) dns.records.set(`n${at}.example`, [`v=spf1 ${includes(8 * (at + 1))} ~all`])
      yield* call("POST", `/accounts/${account}/sender/check`)
      assert.strictEqual(dns.asked.filter((name) => /^n\d+\.example$/.test(name)).length, 10)
    }).pipe(Effect.provide(originLayer({ DNS_SERVERS: dns.address })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)
