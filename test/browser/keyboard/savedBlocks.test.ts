import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium } from "../browser.ts"
import { button, contentOf, field, openEditor, savedBlocks } from "../mailEditor.ts"
import { merchant } from "../merchant.ts"
import { keysOf } from "./keys.ts"

describe.skipIf(!hasChromium)("saved blocks by keyboard", () => {
  it.live("are kept from a mail, put into it again, changed there, and renamed", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const { press, reach, choose, enter, type } = keysOf(page)
        await openEditor(page, `${origin}/dashboard${base}`)
        const content = contentOf(page)
        await enter(button(page, "Add block"), "Shift+Tab")
        await choose(page.getByRole("menuitem", { name: "Button", exact: true }))
        await reach(field(page, "Link"))
        await type("https://shop.example/teas")
        await enter(button(page, "Save block"), "Shift+Tab")
        const dialog = page.getByRole("dialog", { name: "Save block" })
        await reach(dialog.getByRole("textbox", { name: "Name", exact: true }))
        await type("To the shop")
        await press("Enter")
        await dialog.waitFor({ state: "detached" })
        await enter(button(page, "Add block"), "Shift+Tab")
        await choose(page.getByRole("menuitem", { name: "A saved block…" }))
        await page.getByRole("img", { name: "A picture of To the shop" }).waitFor()
        await reach(page.getByRole("dialog", { name: "Saved blocks" }).getByRole("textbox", { name: "Name" }))
        await press("ControlOrMeta+a")
        await type("To all teas")
        await press("Enter")
        await page.getByRole("img", { name: "A picture of To all teas" }).waitFor()
        await enter(button(page, "Insert"))
        await page.getByRole("dialog", { name: "Saved blocks" }).waitFor({ state: "detached" })
        await reach(field(page, "Words of the button"))
        await press("ControlOrMeta+a")
        await type("All teas")
        await press("Escape")
        await enter(button(page, "Done"), "Shift+Tab")
        await content.waitFor({ state: "hidden" })
        const blocks = JSON.stringify(await savedBlocks(page, account))
        assert.strictEqual(blocks.split("https://shop.example/teas").length - 1, 2)
        assert.include(blocks, '"text":"All teas"')
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
