import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { embedded } from "../support/database/databases.ts"
import { startServer } from "../support/faults/processes.ts"
import { hasChromium, visit } from "./browser.ts"
import { owner, report } from "./merchant.ts"

const order = {
  order_id: 1001,
  email: "ada@example.com",
  total: 59.9,
  currency: "USD",
  order_date: new Date().toISOString().replace(/\.\d+Z/, "Z"),
  accepts_email_marketing: true,
  shipping_address: { name: "Ada Lovelace", country_code: "US" }
}

describe.skipIf(!hasChromium)("the whole story", () => {
  it.live("first run, store, token, order, contact, flow, delivery, message, unsubscribe link, ledger", () =>
    Effect.gen(function* () {
      const server = yield* Effect.flatMap(embedded, startServer)
      const { page, complaints } = yield* visit()
      const link = (name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true })
      const button = (name: string) => page.getByRole("button", { name, exact: true })
      yield* Effect.promise(async () => {
        const secret = /\/dashboard\/setup#([\w-]+)/.exec(server.output())?.[1] ?? ""
        await page.goto(`${server.origin}/dashboard/setup#${secret}`)
        await page.getByLabel("E-mail").fill(owner.email)
        await page.locator("input[type=password]").fill(owner.password)
        await button("Start").click()

        await page.getByRole("link", { name: "Connect your store" }).click()
        await button("Connect a store").click()
        await page.getByLabel("Store name").fill("Ada's shop")
        await page.getByLabel("Store URL").fill("https://shop.example")
        await button("Connect").click()
        assert.isNotEmpty(await page.getByLabel("integration token", { exact: true }).textContent())
        await button("Done").click()

        await link("Home").click()
        await button("Create a token, show the call").click()
        const steps = page.getByRole("region", { name: "First steps" })
        await steps.getByText("1 of 5 done").waitFor()
        const curl = (await page.getByLabel("first order call", { exact: true }).textContent()) ?? ""
        const token = /service_[0-9a-f]{40}/.exec(curl)?.[0] ?? ""
        assert.strictEqual((await report(server.origin, token, "/orders/placed", order)).status, 201)

        await link("Contacts").click()
        await page.getByRole("link", { name: "ada@example.com" }).click()
        await page.getByText("Ada Lovelace").first().waitFor()

        await page.getByRole("link", { name: "Settings → Sending" }).click()
        await page.getByLabel("Sender name").fill("Ada's shop")
        await page.getByLabel("Sender e-mail").fill("hello@shop.example")
        await page.getByLabel("Postal address").fill("1 High Street, York")
        await button("Save sender").click()
        await page.getByText("Saved.").waitFor()

        await link("Flows").click()
        await page.getByRole("link", { name: "Thank you after delivery" }).click()
        await page.getByRole("button", { name: "Remove Wait 2 days" }).click()
        await button("Save as a new version").click()
        await page.getByText("Saved.").waitFor()
        await button("Activate").click()
        await button("Pause").waitFor()

        const delivered = { ...order, shipment_status: "delivered" }
        assert.strictEqual((await report(server.origin, token, "/orders/placed", delivered)).status, 200)

        // A sender without a mail server and a message that nobody received are no steps done.
        await link("Home").click()
        await steps.getByText("3 of 5 done").waitFor()

        await link("Messages").click()
        await page.getByRole("row").filter({ hasText: "not sent (no mail server)" }).waitFor()
        await page.getByRole("link", { name: "Thank you for your order 1001" }).click()
        await page.frameLocator("iframe").getByText("your order 1001 has arrived").waitFor()
        await page.getByRole("tab", { name: "HTML" }).click()
        const body = await page.getByRole("tabpanel").innerText()
        const unsubscribe = /https?:\/\/[^"'\s]*(\/u\/[^"'\s<]+)/.exec(body)?.[1] ?? ""
        await page.goto(`${server.origin}${unsubscribe}`)
        await page.getByRole("button").click()
        await page.getByRole("heading", { name: "You are unsubscribed" }).waitFor()

        await page.goto(`${server.origin}/dashboard`)
        await link("Contacts").click()
        await page.getByRole("link", { name: "ada@example.com" }).click()
        await page.getByText("The person used the unsubscribe link").waitFor()
        await page.getByText("unsubscribed").first().waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
