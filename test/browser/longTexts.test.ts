import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { button } from "./mailEditor.ts"
import { callApi, merchant, newToken, report } from "./merchant.ts"

const long = "x".repeat(5_000)

const items = [{ title: long, sku: long, quantity: 2, price: 29.95 }]

const order = {
  order_id: 1,
  order_number: "9".repeat(100),
  email: "ada@example.com",
  total: 59.9,
  currency: "USD",
  order_date: "2026-01-01T00:00:00Z",
  customer_id: long,
  accepts_email_marketing: true,
  discounts: [{ code: long, amount: 1 }],
  tax_lines: [{ title: long, amount: 1 }],
  shipping_address: { first_name: long, last_name: long, address1: long, city: long, country_code: "US" },
  line_items: items
}

const content = {
  type: "blocks",
  document: { blocks: [{ type: "text", content: [{ type: "paragraph", runs: [{ text: "Tea" }] }] }] }
}

describe.skipIf(!hasChromium)("names, addresses and titles without end", () => {
  it.live("are shown in part, and leave a page its width, and are read on where the keyboard asks for all", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const own = `/accounts/${account}`
        const token = await newToken(page, account)
        assert.strictEqual((await report(origin, token, "/orders/placed", order)).status, 201)
        const contacts: unknown = await callApi(page, `${own}/contacts`)
        const contact = Array.isArray(contacts) ? String(contacts[0].id) : ""
        const cart = { contact_id: contact, currency: "USD", total: 59.9, line_items: items }
        await page.request.put(`${origin}/dashboard/api${own}/carts/c-1`, { data: cart })
        const { id } = await callApi(page, `${own}/campaigns`, {
          name: "Tea",
          channel: "email",
          variants: [{ subject: "Tea", content }]
        })
        const fits = async (path: string) => {
          const { width, height } = await page.evaluate(() => {
            const { scrollWidth, scrollHeight } = document.documentElement
            return { width: scrollWidth, height: scrollHeight }
          })
          assert.isAtMost(width, await page.evaluate(() => window.innerWidth), path)
          assert.isAtMost(height, 4_000, path)
          // A cell that is wider than a window pushes the others out of it.
          const widest = await page
            .locator("td")
            .evaluateAll((cells) => Math.max(0, ...cells.map((cell) => cell.getBoundingClientRect().width)))
          assert.isAtMost(widest, 700, path)
        }
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          for (const path of ["/orders", "/orders/1", "/contacts", `/contacts/${contact}`, "/carts", "/carts/c-1"]) {
            await page.goto(`${origin}/dashboard${base}${path}`)
            await page.getByRole("heading", { level: 1 }).waitFor()
            await page.waitForLoadState("networkidle")
            await fits(path)
            assert.deepStrictEqual(await seriousFindings(page), [], path)
          }
          await page.goto(`${origin}/dashboard${base}/campaigns/${String(id)}`)
          await button(page, "Review").click()
          await page.getByText("Your sender's domain was never checked").waitFor()
          await page.waitForLoadState("networkidle")
          await fits("review")
        }
        await page.goto(`${origin}/dashboard${base}/orders/1`)
        const customer = page.getByRole("region", { name: "Buyer" })
        await customer.getByRole("button", { name: "Show all" }).focus()
        await page.keyboard.press("Enter")
        await customer.getByText(long, { exact: true }).waitFor()
        assert.strictEqual(await page.evaluate(() => document.activeElement?.textContent), long)
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
