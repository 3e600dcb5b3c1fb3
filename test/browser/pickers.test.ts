import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("a condition on what contacts have", () => {
  it.live("suggests fields with their contacts, and countries by name, and takes others as typed", () =>
    Effect.gen(function* () {
      const { page, origin, account, base, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const button = (name: string) => page.getByRole("button", { name, exact: true })
        const api = `${origin}/dashboard/api/accounts/${account}`
        const custom_fields = { birthday: "1990-05-04" }
        await page.request.post(`${api}/contacts`, { data: { email: "zoe@shop.example", custom_fields } })
        await page.request.post(`${api}/segments`, { data: { name: "Picked", conditions: [] } })
        await page.goto(`${origin}/dashboard${base}/segments`)
        await page.getByRole("link", { name: "Picked" }).click()
        await page.getByRole("heading", { name: "Picked", level: 1 }).waitFor()

        await button("Add a condition").click()
        await page.getByLabel("Field", { exact: true }).selectOption({ label: "Custom field…" })
        const field = page.getByRole("combobox", { name: "Name of the field", exact: true })
        await field.fill("brithday")
        await button("Did you mean birthday?").click()
        assert.strictEqual(await field.inputValue(), "birthday")
        await field.fill("birth")
        await page.getByRole("option", { name: /^birthday.*1 contact$/ }).waitFor()
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")
        assert.strictEqual(await field.inputValue(), "birthday")
        await page.getByRole("combobox", { name: "Value", exact: true }).fill("1990-05-04")

        await button("and …").click()
        await page.getByLabel("Field", { exact: true }).last().selectOption({ label: "Country" })
        // Of the second condition: names of countries load once one is asked for.
        const country = page.getByRole("combobox", { name: "Value", exact: true }).nth(1)
        await country.focus()
        await page.keyboard.type("germ")
        await page.getByRole("option", { name: "Germany" }).click()
        assert.strictEqual(await country.inputValue(), "Germany")
        assert.deepStrictEqual(await seriousFindings(page), [])

        await button("and …").click()
        await page.getByLabel("Field", { exact: true }).last().selectOption({ label: "Language" })
        const language = page.getByRole("combobox", { name: "Value", exact: true }).nth(2)
        await language.focus()
        await page.keyboard.type("ja")
        await page.getByRole("option", { name: "Use “ja”" }).click()
        const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok())
        await button("Save").click()
        await saved
        const stored = JSON.stringify(await callApi(page, `/accounts/${account}/segments`))
        for (const part of ["contact.custom_fields.birthday", '"value":"DE"', '"value":"ja"'])
          assert.include(stored, part)
        if (process.env["SHOT"] !== undefined) await page.screenshot({ path: process.env["SHOT"], fullPage: true })
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
