import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant, newToken, report } from "./merchant.ts"

// Ends as text wherever it is shown.
const hostile = `<img src=x onerror="window.hit=1">{{7*7}}"'<script>window.hit=1</script>`

const order = (order_id: number) => ({
  order_id,
  email: `buyer${order_id}@example.com`,
  total: 59.9,
  currency: "USD",
  order_date: new Date().toISOString().replace(/\.\d+Z/, "Z"),
  shipment_status: "in_transit",
  customer_id: hostile,
  shipping_address: { first_name: hostile, last_name: hostile, address1: hostile, country_code: "US" },
  line_items: [{ title: hostile, sku: hostile, quantity: 2, price: 29.95 }]
})

const paths = [
  "/",
  "/contacts",
  "/orders",
  "/orders/1",
  "/flows",
  "/messages",
  "/events",
  "/imports",
  "/settings/tokens",
  "/settings/apps",
  "/settings/integrations",
  "/settings/subaccounts",
  "/settings/users",
  "/settings/account",
  "/settings/usage",
  "/settings/requests",
  "/settings/password"
]

describe.skipIf(!hasChromium)("the dashboard's pages", () => {
  it.live(
    "show what callers sent as text, fit a phone, work for everybody and break no policy of theirs",
    () =>
      Effect.gen(function* () {
        const { page, origin, base, account, complaints } = yield* merchant
        yield* Effect.promise(async () => {
          const token = await newToken(page, account)
          await callApi(page, `/accounts/${account}/integrations`, {
            store_name: hostile,
            store_url: "https://shop.example"
          })
          await callApi(page, `/accounts/${account}/apps`, { name: hostile })
          for (const id of [1, 2, 3])
            assert.strictEqual((await report(origin, token, "/orders/placed", order(id))).status, 201)
          const event = { event_type: "signed_up", email: "buyer1@example.com", event_data: { note: hostile } }
          assert.strictEqual((await report(origin, token, "/events", event)).status, 200)
          // Shows up among the deprecated calls, whatever comes of it.
          assert.strictEqual((await report(origin, token, "/contacts/none/unsubscribe", {})).status, 404)
        })
        const findings: Array<string> = []
        for (const scheme of ["light", "dark"] as const) {
          yield* Effect.promise(() => page.emulateMedia({ colorScheme: scheme }))
          for (const path of paths) {
            yield* Effect.promise(async () => {
              await page.setViewportSize({ width: 1200, height: 800 })
              await page.goto(`${origin}/dashboard${base}${path}`)
              await page.getByRole("heading", { level: 1 }).waitFor()
              await page.waitForFunction(() => document.querySelector("[role=status]") === null)
              findings.push(...(await seriousFindings(page)).map((finding) => `${scheme} ${path} ${finding}`))
              await page.setViewportSize({ width: 390, height: 800 })
              // The layout takes a moment to follow the window.
              await page
                .waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth, null, {
                  timeout: 5_000
                })
                .catch(() => findings.push(`${scheme} ${path} is wider than a phone`))
            })
          }
        }
        assert.deepStrictEqual(findings, [])
        assert.strictEqual(yield* Effect.promise(() => page.evaluate(() => Reflect.get(window, "hit"))), undefined)
        assert.deepStrictEqual(complaints, [])
      }),
    { timeout: 240_000 }
  )
})
