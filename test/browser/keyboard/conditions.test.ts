import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { productBody } from "../../support/samples/products.ts"
import { hasChromium } from "../browser.ts"
import { button, contentOf, savedBlocks } from "../mailEditor.ts"
import { callApi, merchant } from "../merchant.ts"
import { assertAccessible, keysOf } from "./keys.ts"

describe.skipIf(!hasChromium)("the conditions of a block by keyboard", () => {
  it.live("are picked of fields, countries, languages, tags and products in use, and taken away again", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const { press, hasFocus, enter, write, pick, select } = keysOf(page)
        const put = (path: string, data: object) =>
          page.request.put(`${origin}/dashboard/api/accounts/${account}${path}`, { data })
        const custom_fields = { birthday: "1990-05-04" }
        const contact = { email: "zoe@shop.example", tags: ["gold"], custom_fields }
        await callApi(page, `/accounts/${account}/contacts`, contact)
        await put("/products/p-1", productBody())
        const blocks = [{ type: "text", content: [{ type: "paragraph", runs: [{ text: "For some" }] }] }]
        const { id } = await callApi(page, `/accounts/${account}/campaigns`, {
          name: "Tea",
          channel: "email",
          variants: [{ subject: "Tea", content: { type: "blocks", document: { blocks } } }]
        })
        await page.goto(`${origin}/dashboard${base}/campaigns/${String(id)}`)
        await enter(button(page, "Edit the mail"))
        await hasFocus(contentOf(page))
        await press("Alt+Enter")

        const field = page.getByLabel("Field", { exact: true }).last()
        const value = page.getByRole("combobox", { name: "Value", exact: true }).last()
        const option = (name: string | RegExp) => page.getByRole("option", { name })
        const add = async (name: string, label: string) => {
          await enter(button(page, name))
          await select(field, label, "Shift+Tab")
        }
        await add("Add a condition", "Custom field…")
        const part = page.getByRole("combobox", { name: "Name of the field", exact: true })
        await write(part, "brithday")
        await enter(button(page, "Did you mean birthday?"))
        assert.strictEqual(await part.inputValue(), "birthday")
        await hasFocus(part)
        await pick(part, "birth", option(/^birthday.*1 contact$/))
        assert.strictEqual(await part.inputValue(), "birthday")
        await pick(value, "1990", option(/^1990-05-04/))
        await assertAccessible(page)
        await add("and …", "Country")
        await pick(value, "germ", option("Germany"))
        await add("and …", "Language")
        await pick(value, "pol", option("Polish"))
        await add("and …", "Tags")
        await pick(value, "go", option(/^gold.*1 contact$/))
        await add("and …", "Product views")
        await write(page.getByRole("textbox", { name: "Value", exact: true }).last(), "2")
        const product = page.getByRole("combobox", { name: "Product", exact: true })
        await pick(product, "blue", option(/^Blue cup/))
        assert.strictEqual(await product.inputValue(), "Blue cup")
        await assertAccessible(page)
        await add("and …", "Number of orders")
        await enter(page.getByLabel("Remove condition").last())
        await hasFocus(button(page, "or …"))
        await press("Escape")
        await hasFocus(contentOf(page))
        await enter(button(page, "Done"), "Shift+Tab")
        await hasFocus(button(page, "Edit the mail"))
        const saved = Object.values((await savedBlocks(page, account)) ?? {})
        assert.deepStrictEqual(Object(saved[0]).shown_if, [
          [
            { field: "contact.custom_fields.birthday", op: "eq", value: "1990-05-04" },
            { field: "contact.country", op: "eq", value: "DE" },
            { field: "contact.language", op: "eq", value: "pl" },
            { field: "contact.tags", op: "contains", value: "gold" },
            { field: "viewed.count", op: "gte", value: 2, where: { product_id: "p-1" } }
          ]
        ])
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
