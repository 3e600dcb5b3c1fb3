import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { merchant, newToken, report } from "./merchant.ts"

describe.skipIf(!hasChromium)("Home", () => {
  it.live("leads with net revenue by currency, and tells screen readers every day of the chart", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const token = await newToken(page, account)
        const orders = [
          { total: 1010.5, currency: "USD" },
          { total: 500, currency: "USD", financial_status: "refunded" },
          { total: 70, currency: "EUR" },
          { total: 30, currency: "USD", financial_status: "paid" }
        ]
        for (const [index, members] of orders.entries())
          await report(origin, token, "/orders/placed", {
            order_id: index + 1,
            email: "ada@example.com",
            order_date: new Date().toISOString(),
            accepts_email_marketing: true,
            ...members
          })
        await page.goto(`${origin}/dashboard${base}/`)
        const revenue = page.getByRole("button", { name: /^Revenue/ })
        await revenue.getByText("$1,040.50").waitFor()
        await page
          .getByRole("button", { name: /^New subscribers/ })
          .getByText("1", { exact: true })
          .waitFor()
        await revenue.click()
        const table = page.getByRole("table", { name: "Revenue" })
        await table.waitFor()
        assert.strictEqual(await table.getByRole("row").count(), 31)
        assert.strictEqual(await table.getByText("$1,040.50").count(), 1)
        // The chart itself, with axes.
        await page.locator("figure svg.recharts-surface").first().waitFor()
        await page.getByLabel("Currency").selectOption("EUR")
        await revenue.getByText("€70.00").waitFor()
        await page.getByLabel("Period", { exact: true }).selectOption("Last 7 days")
        await page.waitForURL(/days=/)
        await page.reload()
        await page.getByRole("button", { name: /^Revenue/ }).click()
        await page.waitForFunction(() => document.querySelectorAll("figure table tr").length === 8)
        assert.deepStrictEqual(await seriousFindings(page), [])
        assert.deepStrictEqual(complaints, [])
      })
    })
  )
})
