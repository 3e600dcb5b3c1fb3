import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { operatorBrowser, ownerBrowser } from "../support/browser/dashboard.ts"
import { databaseLayer, postgres } from "../support/database/databases.ts"
import { eventually } from "../support/faults/eventually.ts"
import { originLayer } from "../support/http/http.ts"
import { dnsServer } from "../support/messages/dnsServer.ts"

it.live("the checks of one account's domain take one turn at a time, and leave the others to other accounts", () =>
  Effect.gen(function* () {
    const dns = yield* dnsServer
    dns.silent.add("slow.example")
    yield* Effect.gen(function* () {
      const senderOf = (domain: string) => ({
        from_name: "Tea",
        from_email: `hello@${domain}`,
        postal_address: "1 Tea Street, London"
      })
      const slow = yield* operatorBrowser
      yield* slow.call("PUT", `/accounts/${slow.account}/sender`, senderOf("slow.example"))
      for (let check = 0; check < 6; check++)
        yield* Effect.forkScoped(slow.call("POST", `/accounts/${slow.account}/sender/check`))
      yield* eventually(Effect.sync(() => dns.asked.includes("slow.example")))
      const other = yield* ownerBrowser("sender-checks")
      yield* other.call("PUT", `/accounts/${other.account}/sender`, senderOf("ada.example"))
      const { status } = yield* other.call("POST", `/accounts/${other.account}/sender/check`)
      assert.strictEqual(status, 200)
      // Each check asks for the policy of its domain once and is answered: the others have not begun.
      assert.lengthOf(
        dns.asked.filter((name) => name === "_dmarc.slow.example"),
        1
      )
    }).pipe(Effect.scoped, Effect.provide(originLayer({ DNS_SERVERS: dns.address })))
  }).pipe(Effect.provide(databaseLayer(postgres)))
)
