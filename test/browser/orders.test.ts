import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { merchant, newToken, report } from "./merchant.ts"

const orderOf = (order_id: number, email: string, more: object) => ({
  order_id,
  email,
  total: 59.9,
  currency: "USD",
  order_date: "2026-11-05T12:00:00Z",
  ...more
})

describe.skipIf(!hasChromium)("the list of orders", () => {
  it.live("is searched and filtered, and says when nothing matches", () =>
    Effect.gen(function* () {
      const { page, origin, account, base, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const token = await newToken(page, account)
        await report(origin, token, "/orders/placed", orderOf(101, "ada@example.com", { financial_status: "paid" }))
        await report(
          origin,
          token,
          "/orders/placed",
          orderOf(102, "grace@example.com", { financial_status: "pending", order_date: "2026-10-01T12:00:00Z" })
        )
        await page.goto(`${origin}/dashboard${base}/orders`)
        const order = (id: string) => page.getByRole("link", { name: id, exact: true })
        const only = async (id: string, other: string) => {
          await order(id).waitFor()
          await order(other).waitFor({ state: "detached" })
        }
        await page.getByLabel("Search").fill("102")
        await only("102", "101")
        await page.getByLabel("Search").fill("ada@")
        await only("101", "102")
        await page.getByLabel("Search").fill("")
        await page.getByLabel("Payment").selectOption("pending")
        await only("102", "101")
        await page.getByLabel("From").fill("2026-11-01")
        await page.getByText("No matching orders").waitFor()
        await page.getByLabel("Payment").selectOption("")
        await only("101", "102")
        assert.deepStrictEqual(await seriousFindings(page), [])
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
