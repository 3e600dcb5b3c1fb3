import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant, newToken, report } from "./merchant.ts"

const afterOrders = {
  name: "After orders",
  definition: {
    trigger: { type: "order_placed" },
    filters: [],
    entry: { type: "once" },
    exit: { on_purchase: false },
    steps: [{ id: "thanks", type: "send_email", subject: "Thank you", html: "<p>Hello.</p>" }]
  }
}

describe.skipIf(!hasChromium)("the backtest of a flow", () => {
  it.live("tells who would have entered and why a person would not", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const token = await newToken(page, account)
        // History that was imported starts no flow, but counts in a backtest.
        for (const days of [9, 8])
          await report(origin, token, "/orders/placed", {
            order_id: days,
            email: "customer@example.com",
            total: 9,
            currency: "USD",
            order_date: new Date(Date.now() - days * 86_400_000).toISOString(),
            initial_sync: true
          })
        const flow = await callApi(page, `/accounts/${account}/flows`, afterOrders)
        await page.goto(`${origin}/dashboard${base}/flows/${String(flow["id"])}`)
        await page.getByRole("tab", { name: "Backtest" }).click()
        await page.getByRole("button", { name: "Run backtest" }).click()
        const figures = page.getByRole("region", { name: "Result" }).getByRole("row")
        await figures.filter({ hasText: "People who would have entered" }).getByText("1", { exact: true }).waitFor()
        await figures.filter({ hasText: "Not sent: not subscribed" }).getByText("1 (1 person)").waitFor()
        await page.getByLabel("E-mail or phone").fill("customer@example.com")
        await page.getByRole("button", { name: "Check", exact: true }).click()
        const decisions = page.getByRole("table").filter({ hasText: "Message thanks" })
        await decisions.getByText("The contact has entered this flow before").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
