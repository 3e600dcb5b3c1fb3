import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHmac } from "node:crypto"
import { shopifyOrder } from "../support/samples/shopifyWebhooks.ts"
import { hasChromium, seriousFindings } from "./browser.ts"
import { merchant } from "./merchant.ts"

const secret = "signing-secret-of-shopify"

describe.skipIf(!hasChromium)("a store that connects by itself", () => {
  it.live("is connected in the dashboard, sends a webhook, and its buyer gets a mail", () =>
    Effect.gen(function* () {
      const { page, complaints, origin, base } = yield* merchant
      const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/flows`)
        const row = page.getByRole("row").filter({ hasText: "First order welcome" })
        await row.getByRole("button", { name: "Activate" }).click()
        await row.getByRole("button", { name: "Pause" }).waitFor()

        await page.goto(`${origin}/dashboard${base}/settings/integrations`)
        await press("Connect a store")
        await page.getByLabel("Platform").selectOption({ label: "Shopify" })
        await page.getByLabel("Store name").fill("Tea & Co")
        await page.getByLabel("Store URL").fill("https://tea.example")
        await press("Connect")
        const address = (await page.getByLabel("webhook address", { exact: true }).textContent()) ?? ""
        await page.getByText("Order creation", { exact: true }).waitFor()
        await page.getByText("no platform can reach it").waitFor()
        await page.getByLabel("Signing secret").fill(secret)
        await press("Save secret")
        await page.getByText("Saved.", { exact: true }).waitFor()
        await page.getByLabel("Consent field").fill("newsletter")
        await press("Save consent field")
        await page.getByText("Saved.", { exact: true }).nth(1).waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await press("Done")
        await page.getByText("Waiting for its secret and first webhook").waitFor()

        const deliver = async (body: string, key = secret) => {
          const response = await fetch(`${origin}${new URL(address).pathname}`, {
            method: "POST",
            headers: {
              "content-type": "application/json",
              "x-shopify-topic": "orders/create",
              "x-shopify-hmac-sha256": createHmac("sha256", key).update(body).digest("base64")
            },
            body
          })
          return response.status
        }
        const now = new Date().toISOString()
        const order = shopifyOrder(1, { created_at: now, processed_at: now, updated_at: now })
        assert.strictEqual(await deliver(JSON.stringify(order), "another secret"), 401)
        assert.strictEqual(await deliver(JSON.stringify(order)), 200)
        const wrong = { ...order, id: 2, admin_graphql_api_id: "gid://shopify/Order/2", currency: "XXX" }
        assert.strictEqual(await deliver(JSON.stringify(wrong)), 200)

        // The user's role comes after the list: what was opened before then stays open.
        const role = Promise.withResolvers<void>()
        const ofAccount = `${origin}/dashboard/api/accounts/${base.slice("/a/".length)}`
        await page.route(ofAccount, (route) => role.promise.then(() => route.continue()))
        await page.reload()
        await page.getByText("Last webhook").waitFor()
        await press("Deliveries")
        await page.getByText("A webhook was rejected").waitFor()
        const answered = page.waitForResponse(ofAccount)
        role.resolve()
        await answered
        await page.locator("button", { hasText: "Disconnect" }).first().waitFor({ state: "attached" })
        await page.unroute(ofAccount)
        const failed = page.getByRole("row").filter({ hasText: "currency: " })
        await failed.getByRole("button", { name: "Try again" }).click()
        await failed.getByText("Failed").waitFor()
        // A hovered row has another background.
        await page.mouse.move(0, 0)
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByRole("link", { name: "Order 820982911946154508" }).click()
        await page.getByRole("heading", { name: "Order #1001" }).waitFor()
        await page.getByText("First order welcome").waitFor()
        await page.keyboard.press("Control+k")
        await page.getByRole("combobox", { name: "Find" }).fill("ada@example.com")
        await page.getByRole("option", { name: "Order #1001" }).waitFor()
        await page.goto(`${origin}/dashboard${base}/contacts`)
        await page.getByRole("link", { name: "ada@example.com" }).click()
        await page.getByText("Ada Byron").first().waitFor()
        await page.goto(`${origin}/dashboard${base}/messages`)
        await page.getByRole("link", { name: "Welcome, and thank you for your first order" }).waitFor()
        await page.getByRole("row").filter({ hasText: "not sent (no mail server)" }).first().waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
