import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { sendsMarketingMail } from "../../src/domain/flows/sendsMarketingMail.ts"
import { flowTemplates } from "../../src/domain/templates/flowTemplates.ts"
import { mailTemplates } from "../../src/domain/templates/mailTemplates.ts"
import { sampleShop } from "../../src/domain/templates/shopAddress.ts"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

const complete = { from_name: "Ada's Shop", from_email: "hello@ada.example", postal_address: "1 Tea Street, London" }
const cleared = { from_name: null, from_email: null, postal_address: null }

onEitherOverSocket("ready-made templates", (it) => {
  it.effect("of flows are saved and activated once the account's sender is complete", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("template-flows")
      yield* call("PUT", `/accounts/${account}/sender`, cleared)
      const made: Array<{ readonly path: string; readonly isMarketing: boolean }> = []
      for (const { key, name, definition } of flowTemplates) {
        const body = { name, definition: definition(sampleShop) }
        const { status, json } = yield* call("POST", `/accounts/${account}/flows`, body)
        assert.strictEqual(status, 201, `${key}: ${JSON.stringify(json)}`)
        const path = `/accounts/${account}/flows/${json.data.id}`
        const isMarketing = sendsMarketingMail(body.definition)
        assert.strictEqual((yield* call("POST", `${path}/activate`)).status, isMarketing ? 422 : 200, key)
        made.push({ path, isMarketing })
      }
      yield* call("PUT", `/accounts/${account}/sender`, complete)
      for (const { path } of made)
        assert.strictEqual((yield* call("POST", `${path}/activate`)).json.data.status, "active")
    })
  )

  it.effect("of mails make campaigns whose review finds no fault but that nobody would get them", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("template-mails")
      yield* call("PUT", `/accounts/${account}/sender`, complete)
      for (const { key, name, mail } of mailTemplates) {
        const body = { name, channel: "email", variants: [mail(sampleShop)] }
        const { status, json } = yield* call("POST", `/accounts/${account}/campaigns`, body)
        assert.strictEqual(status, 201, `${key}: ${JSON.stringify(json)}`)
        const review = yield* call("POST", `/accounts/${account}/campaigns/${json.data.id}/review`)
        assert.deepStrictEqual(
          review.json.data.faults.map(({ field }: { field: string }) => field),
          ["audience.include"],
          key
        )
      }
    })
  )
})
