import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { productBody } from "../support/samples/products.ts"
import { hasChromium, seriousFindings } from "./browser.ts"
import { merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("the list of products", () => {
  it.live("is searched and filtered by keyboard alone, leads to a product, and Find finds it", () =>
    Effect.gen(function* () {
      const { page, origin, account, base, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/products`)
        await page.getByText("No products yet").waitFor()
        const put = (id: string, members: Record<string, unknown>) =>
          page.request.put(`${origin}/dashboard/api/accounts/${account}/products/${id}`, { data: productBody(members) })
        await put("cup", {})
        const variants = [
          { id: "s", title: "Small", price: 5, stock: 0 },
          { id: "l", title: "Large", price: 7.5, stock: 0 }
        ]
        await put("plate", { title: "Green plate", variants })
        await page.reload()
        const plate = page.getByRole("link", { name: "Green plate" })
        const cup = page.getByRole("link", { name: "Blue cup" })
        await plate.waitFor()
        await page.getByText("In stock: 4").waitFor()
        await page.getByText("5 to 7.5").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        const shots = process.env["SCREENSHOTS"]
        if (shots !== undefined) await page.screenshot({ path: `${shots}/products-light.png` })
        await page.getByLabel("Stock", { exact: true }).first().focus()
        await page.keyboard.press("ArrowDown")
        await plate.waitFor({ state: "detached" })
        await page.keyboard.press("ArrowDown")
        await cup.waitFor({ state: "detached" })
        await plate.waitFor()
        await page.keyboard.press("Home")
        await cup.waitFor()
        await page.getByLabel("Search").first().focus()
        await page.keyboard.type("CUP-BL")
        await plate.waitFor({ state: "detached" })
        await cup.focus()
        await page.keyboard.press("Enter")
        await page.getByRole("heading", { name: "Blue cup", level: 1 }).waitFor()
        await page.getByText("CUP-BLUE").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        if (shots !== undefined) await page.screenshot({ path: `${shots}/product-light.png` })
        await page.keyboard.press("Control+k")
        const dialog = page.getByRole("dialog", { name: "Find anything" })
        await dialog.getByRole("combobox", { name: "Find" }).fill("green pl")
        const found = dialog.getByRole("group", { name: "Products" })
        await found.getByRole("option", { name: "Green plate" }).click()
        await page.getByRole("heading", { name: "Green plate", level: 1 }).waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
