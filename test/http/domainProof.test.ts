import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { databaseLayer, postgres } from "../support/database/databases.ts"
import { originLayer } from "../support/http/http.ts"
import { dnsServer } from "../support/messages/dnsServer.ts"
import { mailServer } from "../support/messages/providers.ts"

const complete = { from_name: "Ada's Shop", from_email: "hello@ada.example", postal_address: "1 Tea Street" }

it.live(
  "a domain is proven by a TXT record of the account; until then only a test to oneself goes through the shared server",
  () =>
    Effect.gen(function* () {
      const [dns, mail] = [yield* dnsServer, yield* mailServer()]
      yield* Effect.gen(function* () {
        const ada = yield* ownerBrowser("ada")
        const eve = yield* ownerBrowser("eve")
        const path = ({ account }: typeof ada) => `/accounts/${account}/sender`
        const proofOf = (one: typeof ada) =>
          Effect.map(one.call("POST", `${path(one)}/check`), ({ json }) => json.data.proof)
        const testTo = (one: typeof ada, to: string) =>
          Effect.map(one.call("POST", `${path(one)}/test`, { to }), ({ status }) => status)

        for (const one of [ada, eve]) yield* one.call("PUT", path(one), complete)
        const { json } = yield* ada.call("GET", path(ada))
        const { sending, missing, domain_proof } = json.data
        assert.deepStrictEqual([sending.status, missing, domain_proof.proven], ["unproven", ["domain_proof"], false])
        assert.deepStrictEqual(
          [yield* testTo(ada, "other@example.com"), yield* testTo(ada, "Ada@example.com")],
          [422, 200]
        )

        // Eve's own record, or her record of Ada's token, proves nothing for her while only Ada controls DNS.
        const { record } = domain_proof
        assert.strictEqual(record.name, "_tally.ada.example")
        dns.records.set(record.name, [record.value])
        assert.strictEqual((yield* proofOf(eve)).status, "missing")
        assert.strictEqual((yield* proofOf(ada)).status, "ok")
        const proven = (yield* ada.call("GET", path(ada))).json.data
        assert.deepStrictEqual([proven.sending.status, proven.missing], ["sending", []])
        assert.deepStrictEqual(
          [yield* testTo(ada, "other@example.com"), yield* testTo(eve, "other@example.com")],
          [200, 422]
        )
        assert.match((yield* proofOf(eve)).message, /proven by another account/)

        // A proven domain is refused to others, and the service's to all; an own mail server is free.
        yield* eve.call("PUT", path(eve), { from_email: "eve@eve.example" })
        const refused = yield* eve.call("PUT", path(eve), { from_email: "sale@ada.example" })
        assert.deepStrictEqual([refused.status, refused.json.error.details[0].field], [422, "from_email"])
        assert.strictEqual((yield* eve.call("PUT", path(eve), { from_email: "x@service.example" })).status, 422)
        const own = { from_email: "sale@ada.example", smtp_url: mail.url }
        assert.strictEqual((yield* eve.call("PUT", path(eve), own)).json.data.sending.status, "sending")
        yield* eve.call("PUT", path(eve), { from_email: "sale@ada.example", smtp_url: null })

        // Sold: the new owner's record stands in DNS, the old one's no longer.
        const sold = (yield* eve.call("GET", path(eve))).json.data.domain_proof.record
        dns.records.set(sold.name, [sold.value, record.value])
        assert.strictEqual((yield* proofOf(eve)).status, "wrong")
        dns.records.set(sold.name, [sold.value])
        assert.strictEqual((yield* proofOf(eve)).status, "ok")
        assert.strictEqual((yield* ada.call("GET", path(ada))).json.data.sending.status, "unproven")
      }).pipe(
        Effect.provide(
          originLayer({
            DNS_SERVERS: dns.address,
            SMTP_URL: mail.url,
            SMTP_ALLOW_PRIVATE: "true",
            EMAIL_FROM: "no-reply@service.example"
          })
        )
      )
    }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.live("an account makes at most five DKIM keys a day", () =>
  Effect.gen(function* () {
    yield* Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("keys")
      const path = `/accounts/${account}/sender/dkim`
      const statuses: Array<number> = []
      for (let made = 0; made < 6; made++) {
        statuses.push((yield* call("POST", path)).status)
        yield* call("DELETE", path)
      }
      assert.deepStrictEqual(statuses, [200, 200, 200, 200, 200, 429])
    }).pipe(Effect.provide(originLayer()))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)

it.live("an account proves at most 20 domains; a check of the next one says so, and proves nothing", () =>
  Effect.gen(function* () {
    const [dns, mail] = [yield* dnsServer, yield* mailServer()]
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, account } = yield* ownerBrowser("many-domains")
      const path = `/accounts/${account}/sender`
      yield* call("PUT", path, complete)
      const { record } = (yield* call("GET", path)).json.data.domain_proof
      dns.records.set(record.name, [record.value])
      // The seeded account has one already.
      yield* sql`INSERT INTO sender_domains (domain, account_id, proven_at)
        SELECT 'd' || n || '.example', ${account}, now() FROM generate_series(1, 19) n`
      const check = call("POST", `${path}/check`)
      const isProven = Effect.map(call("GET", path), ({ json }) => json.data.domain_proof.proven)
      const refused = yield* check
      assert.strictEqual(refused.status, 422)
      assert.include(refused.text, "An account has at most 20 proven domains")
      assert.isFalse(yield* isProven)
      yield* sql`DELETE FROM sender_domains WHERE account_id = ${account} AND domain = 'd1.example'`
      const taken = yield* check
      assert.strictEqual(taken.status, 200, taken.text)
      assert.isTrue(yield* isProven)
    }).pipe(
      Effect.provide(
        originLayer({
          DNS_SERVERS: dns.address,
          SMTP_URL: mail.url,
          SMTP_ALLOW_PRIVATE: "true",
          EMAIL_FROM: "no-reply@service.example"
        })
      )
    )
  }).pipe(Effect.provide(databaseLayer(postgres)))
)
