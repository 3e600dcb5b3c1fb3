import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { productBody } from "../support/samples/products.ts"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("a condition on a product", () => {
  it.live("picks it by its title, by mouse and by keyboard, keeps its id and reads as its title", () =>
    Effect.gen(function* () {
      const { page, origin, account, base, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const button = (name: string) => page.getByRole("button", { name, exact: true })
        const put = (id: string, members: Record<string, unknown>) =>
          page.request.put(`${origin}/dashboard/api/accounts/${account}/products/${id}`, { data: productBody(members) })
        await put("p-1", {})
        await put("p-2", { title: "Green plate", variants: [] })
        await page.goto(`${origin}/dashboard${base}/segments`)
        await button("New segment").first().click()
        await page.getByRole("textbox", { name: "Name" }).fill("Looked at it")
        await button("Create").click()
        await page.getByRole("heading", { name: "Looked at it", level: 1 }).waitFor()

        // By mouse.
        await button("Add a condition").click()
        await page.getByLabel("Field", { exact: true }).selectOption({ label: "Product views" })
        await page.getByLabel("Value", { exact: true }).fill("1")
        const picker = page.getByRole("combobox", { name: "Product", exact: true }).last()
        await picker.click()
        await page.getByRole("option", { name: /Blue cup.*29\.95/ }).waitFor()
        await page.getByRole("option", { name: /Green plate/ }).click()
        assert.strictEqual(await picker.inputValue(), "Green plate")
        assert.deepStrictEqual(await seriousFindings(page), [])

        // By keyboard: another product, by a part of its title.
        await picker.focus()
        await page.keyboard.press("ControlOrMeta+a")
        await page.keyboard.type("blue")
        await page.getByRole("option", { name: /Green plate/ }).waitFor({ state: "detached" })
        await page.getByRole("option", { name: /Blue cup/ }).waitFor()
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")
        assert.strictEqual(await picker.inputValue(), "Blue cup")

        // An id that no product has.
        await button("and …").click()
        await page.getByLabel("Field", { exact: true }).last().selectOption({ label: "Orders placed" })
        await page.getByLabel("Value", { exact: true }).last().fill("2")
        const other = page.getByRole("combobox", { name: "Product", exact: true }).last()
        await other.focus()
        await page.keyboard.type("old 77")
        await page.getByRole("option", { name: "Product with the ID old 77" }).click()
        const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok())
        await button("Save").click()
        await saved
        const stored = JSON.stringify(await callApi(page, `/accounts/${account}/segments`))
        assert.include(stored, '"product_id":"p-1"')
        assert.include(stored, '"product_id":"old 77"')

        await page.reload()
        await page.getByRole("heading", { name: "Looked at it", level: 1 }).waitFor()
        await page.waitForFunction(`[...document.querySelectorAll("input")].some(({ value }) => value === "Blue cup")`)
        await page.goto(`${origin}/dashboard${base}/segments`)
        await page.getByText("Product Blue cup").waitFor()
        await page.getByText("Product old 77").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
