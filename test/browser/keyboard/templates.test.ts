import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { hasChromium } from "../browser.ts"
import { button, field } from "../mailEditor.ts"
import { callApi, merchant } from "../merchant.ts"
import { inLanguages } from "../savedLanguages.ts"
import { assertAccessible, keysOf } from "./keys.ts"

const radio = (page: Page, name: string) => page.getByRole("radio", { name, exact: true })

/** Goes down the choices of the gallery up to one, by arrows. */
const chooseTemplate = async (page: Page, name: string) => {
  const { press, reach } = keysOf(page)
  await radio(page, name).waitFor()
  await reach(page.getByRole("radio", { checked: true }).last())
  for (let pressed = 0; pressed < 40 && !(await radio(page, name).isChecked()); pressed++) await press("ArrowDown")
  assert.isTrue(await radio(page, name).isChecked(), `Arrows do not reach ${name}`)
}

describe.skipIf(!hasChromium)("templates by keyboard", () => {
  it.live("begin a mail and a flow in the language that is chosen", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const { press, hasFocus, enter, write, select } = keysOf(page)
        const dialog = page.getByRole("dialog")
        const name = dialog.getByRole("textbox", { name: "Name", exact: true })
        await page.goto(`${origin}/dashboard${base}/campaigns`)
        await enter(button(page, "New campaign").first())
        await hasFocus(name)
        await press("Escape")
        await hasFocus(button(page, "New campaign").first())
        await press("Enter")
        await write(name, "Willkommen")
        await chooseTemplate(page, "Welcome")
        await select(page.getByLabel("Language of the texts"), "German")
        await write(field(page, "Address of your shop"), "tea.example")
        await enter(button(page, "Create"))
        await page.getByRole("heading", { name: "Willkommen", level: 1 }).waitFor()
        const id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
        const { variants } = await callApi(page, `/accounts/${account}/campaigns/${id}`)
        assert.include(JSON.stringify(variants), '"link":"https://tea.example/"')
        assert.include(JSON.stringify(variants), '"subject":"Willkommen bei {{ account.name }}"')

        await page.goto(`${origin}/dashboard${base}/flows`)
        await enter(button(page, "New flow"))
        await hasFocus(name)
        await chooseTemplate(page, "Welcome new subscribers")
        await page.getByRole("img", { name: "A picture of Welcome new subscribers" }).waitFor()
        await select(page.getByLabel("Language of the texts"), "German")
        await write(field(page, "Address of your shop"), "tea.example")
        await assertAccessible(page)
        await enter(button(page, "Create"))
        await page.getByRole("heading", { name: "Welcome new subscribers", level: 1 }).waitFor()
        const flow = new URL(page.url()).pathname.split("/").at(-1) ?? ""
        const made = JSON.stringify(await callApi(page, `/accounts/${account}/flows/${flow}`))
        assert.include(made, '"link":"https://tea.example/"')
        assert.include(made, "Willkommen")
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live(
    "are saved from a mail in several languages, begin another in all of them, and fill one that is not written",
    () =>
      Effect.gen(function* () {
        const { page, origin, base, account, complaints } = yield* merchant
        yield* Effect.promise(async () => {
          const { press, type, hasFocus, enter, write, reach } = keysOf(page)
          const dialog = page.getByRole("dialog")
          const first = await callApi(page, `/accounts/${account}/campaigns`, {
            name: "First",
            channel: "email",
            variants: [inLanguages]
          })
          await page.goto(`${origin}/dashboard${base}/campaigns/${String(first["id"])}`)
          await enter(button(page, "Save as template"))
          await hasFocus(dialog.getByRole("textbox", { name: "Name", exact: true }))
          await type("Our spring")
          await assertAccessible(page)
          await press("Enter")
          await dialog.waitFor({ state: "detached" })
          await hasFocus(button(page, "Save as template"))

          await page.goto(`${origin}/dashboard${base}/campaigns`)
          await enter(button(page, "New campaign").first())
          await write(dialog.getByRole("textbox", { name: "Name", exact: true }), "Again")
          await chooseTemplate(page, "Our spring")
          await dialog.getByText("Also in German, French").waitFor()
          await assertAccessible(page)
          await enter(button(page, "Create"))
          await page.getByRole("heading", { name: "Again", level: 1 }).waitFor()
          const id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
          const again = await callApi(page, `/accounts/${account}/campaigns/${id}`)
          assert.deepStrictEqual(again["variants"], [inLanguages])

          const second = await callApi(page, `/accounts/${account}/campaigns`, {
            name: "Second",
            channel: "email",
            variants: [{ subject: "", content: { type: "blocks", document: { blocks: [] } } }]
          })
          await page.goto(`${origin}/dashboard${base}/campaigns/${String(second["id"])}`)
          await enter(button(page, "Begin with a template"))
          await dialog.getByRole("radio", { name: "Blank mail" }).waitFor()
          await press("Escape")
          await hasFocus(button(page, "Begin with a template"))
          await press("Enter")
          await chooseTemplate(page, "Our spring")
          await dialog.getByText("Also in German, French").waitFor()
          await assertAccessible(page)
          await enter(button(page, "Use it"))
          await reach(page.getByRole("tab", { name: "English (base)" }), "Shift+Tab")
          await press("ArrowRight")
          await page.getByRole("tab", { name: "German", selected: true }).waitFor()
          assert.strictEqual(await field(page, "Subject").inputValue(), "Der Frühling ist da")
          const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok())
          await enter(button(page, "Save draft"))
          await saved
          const used = await callApi(page, `/accounts/${account}/campaigns/${String(second["id"])}`)
          assert.deepStrictEqual(used["variants"], [inLanguages])
        })
        assert.deepStrictEqual(complaints, [])
      })
  )
})
