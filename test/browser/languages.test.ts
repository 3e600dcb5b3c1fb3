import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings, showDark } from "./browser.ts"
import { button, contentOf, openEditor } from "./mailEditor.ts"
import { callApi, merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("the languages of a mail", () => {
  it.live("are written beside each other by keyboard, with a block that some people see", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        await openEditor(page, `${origin}/dashboard${base}`)
        await page.keyboard.type("Hello")
        await button(page, "Add a condition").click()
        const mark = contentOf(page).locator("[data-shown-if]")
        await mark.waitFor()
        const inEditor = await seriousFindings(page)
        await button(page, "Done").click()
        await button(page, "Add a language").focus()
        await page.keyboard.press("Enter")
        const item = page.getByRole("menuitem", { name: "German" })
        await item.waitFor()
        for (let pressed = 0; pressed < 12; pressed++) {
          if (await item.evaluate((element) => element === document.activeElement)) break
          await page.keyboard.press("ArrowDown")
        }
        await page.keyboard.press("Enter")
        const german = page.getByRole("tab", { name: "German" })
        await german.and(page.locator("[aria-selected=true]")).waitFor()
        const subject = page.getByLabel("Subject", { exact: true })
        await subject.fill("Willkommen")
        const light = await seriousFindings(page)
        await german.focus()
        await page.keyboard.press("ArrowLeft")
        await page
          .getByRole("tab", { name: /\(base\)/ })
          .and(page.locator("[aria-selected=true]"))
          .waitFor()
        assert.strictEqual(await subject.inputValue(), "Welcome")
        await showDark(page)
        const dark = await seriousFindings(page)
        const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok())
        await button(page, "Save draft").click()
        await saved
        const id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
        const { variants } = await callApi(page, `/accounts/${account}/campaigns/${id}`)
        const content = {
          type: "blocks",
          document: {
            blocks: [
              {
                type: "text",
                shown_if: [[{ field: "contact.order_count", op: "gte", value: 1 }]],
                content: [{ type: "paragraph", runs: [{ text: "Hello" }] }]
              }
            ]
          }
        }
        assert.deepStrictEqual(variants, [
          { subject: "Welcome", content, language: "en", translations: { de: { subject: "Willkommen", content } } }
        ])
        assert.deepStrictEqual({ inEditor, light, dark }, { inEditor: [], light: [], dark: [] })
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
