import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant, newToken, report } from "./merchant.ts"

const bought = { name: "Bought", conditions: [[{ field: "order.count", op: "gte", value: 1 }]] }

describe.skipIf(!hasChromium)("backtests of audiences", () => {
  it.live("tell who would have been in a segment and got a campaign, and why a person would not", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const token = await newToken(page, account)
        await report(origin, token, "/orders/placed", {
          order_id: 1,
          email: "customer@example.com",
          total: 9,
          currency: "USD",
          order_date: new Date(Date.now() - 9 * 86_400_000).toISOString(),
          initial_sync: true
        })
        const segment = await callApi(page, `/accounts/${account}/segments`, bought)
        await page.goto(`${origin}/dashboard${base}/segments/${String(segment["id"])}`)
        await page.getByRole("tab", { name: "Backtest" }).click()
        await page.getByRole("button", { name: "Run backtest" }).click()
        const figures = page.getByRole("region", { name: "Result" }).getByRole("row")
        await figures.filter({ hasText: "Came in" }).getByText("1 (1 person)").waitFor()
        // Two drafts: the result of one is kept beside that of the next.
        await page.getByRole("button", { name: "Keep this result to compare" }).click()
        await page.getByRole("button", { name: "Run backtest" }).click()
        await page.getByRole("columnheader", { name: /^Kept at/ }).waitFor()
        await page.getByLabel("E-mail or phone").fill("customer@example.com")
        await page.getByRole("button", { name: "Check", exact: true }).click()
        await page.getByText("In the segment at the end of the span").waitFor()
        await page.getByText("(had then: 1)").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])

        const audience = { include: [String(segment["id"])], exclude: [] }
        const campaign = await callApi(page, `/accounts/${account}/campaigns`, {
          name: "News",
          channel: "email",
          audience
        })
        await page.goto(`${origin}/dashboard${base}/campaigns/${String(campaign["id"])}`)
        await page.getByRole("button", { name: "Backtest", exact: true }).click()
        await page.getByRole("button", { name: "Run backtest" }).click()
        await figures.filter({ hasText: "In the audience" }).getByText("1", { exact: true }).waitFor()
        await page.getByLabel("E-mail or phone").fill("customer@example.com")
        await page.getByRole("button", { name: "Check", exact: true }).click()
        await page.getByRole("listitem").filter({ hasText: ": Not subscribed" }).waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
