import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { cartBody } from "../support/samples/carts.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { hasChromium, seriousFindings } from "./browser.ts"
import { merchant, newToken, report } from "./merchant.ts"

describe.skipIf(!hasChromium)("the list of carts", () => {
  it.live("tells what became of each, by keyboard alone, and leads to the cart and its order", () =>
    Effect.gen(function* () {
      const { page, origin, account, base, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/carts`)
        await page.getByText("No carts yet").waitFor()
        const put = (id: string, members: Record<string, unknown>) =>
          page.request.put(`${origin}/dashboard/api/accounts/${account}/carts/${id}`, { data: cartBody(members) })
        const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString()
        await put("open", { updated_at: hour(1), stage: "checkout" })
        await put("bought", { email: "bob@example.com", updated_at: hour(3), total: 12 })
        await put("visitor", { email: null, visitor_id: "v", updated_at: hour(4) })
        const token = await newToken(page, account)
        const order = orderBody({ order_id: 77, email: "bob@example.com", order_date: hour(2) })
        await report(origin, token, "/orders/placed", order)
        await page.reload()
        await page.getByRole("link", { name: "Order 77" }).waitFor()
        await page.getByText("Visitor without a contact").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        const shots = process.env["SCREENSHOTS"]
        if (shots !== undefined) await page.screenshot({ path: `${shots}/carts-light.png` })
        const status = page.getByLabel("What became of it")
        await status.focus()
        await page.keyboard.press("ArrowDown")
        await page.getByText("Visitor without a contact").waitFor()
        await page.keyboard.press("ArrowDown")
        await page.getByText("Visitor without a contact").waitFor({ state: "detached" })
        await page.getByRole("link", { name: "Order 77" }).waitFor()
        await page.getByRole("table").getByRole("link").first().focus()
        await page.keyboard.press("Enter")
        await page.getByRole("heading", { name: "Cart", level: 1 }).waitFor()
        await page.getByText("https://shop.example/cart/1").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        if (shots !== undefined) {
          await page.getByLabel("Use dark colours").click()
          await page.screenshot({ path: `${shots}/cart-dark.png` })
          await page.goto(`${origin}/dashboard${base}/carts`)
          await page.getByRole("link", { name: "Order 77" }).waitFor()
          await page.screenshot({ path: `${shots}/carts-dark.png` })
        }
        await page.goto(`${origin}/dashboard${base}/carts/bought`)
        await page.getByRole("link", { name: "Order 77" }).click()
        await page.getByRole("heading", { name: "Order 77", level: 1 }).waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
