import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

onEitherOverSocket("the check of a campaign's links", (it) => {
  it.effect("says of each link whether it answers, and of a text that there is none", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("links-owner")
      const path = `/accounts/${account}/campaigns`
      const made = (body: object) => Effect.map(call("POST", path, body), ({ json }) => `${path}/${json.data.id}`)
      const mail = yield* made({
        name: "Mail",
        channel: "email",
        variants: [
          { subject: "Hi", html: `<a href="https://shop.invalid/tea">Tea</a><a href="mailto:a@shop.invalid">A</a>` }
        ]
      })
      const { status, json } = yield* call("POST", `${mail}/check-links`)
      assert.strictEqual(status, 200)
      const [link, ...others] = json.data.links
      assert.deepInclude(link, { url: "https://shop.invalid/tea", status: null, passed: false })
      assert.match(link.detail, /^Can't be opened: /)
      assert.deepStrictEqual([others.length, json.data.unchecked], [0, 0])
      const text = yield* made({ name: "Text", channel: "sms", variants: [{ text: "https://shop.invalid" }] })
      const none = yield* call("POST", `${text}/check-links`)
      assert.deepStrictEqual(none.json.data, { links: [], unchecked: 0 })
      assert.strictEqual((yield* call("POST", `${path}/cmp_unknown/check-links`)).status, 404)
    })
  )
})
