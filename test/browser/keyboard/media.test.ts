import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { pictures } from "../../support/samples/pictures.ts"
import { hasChromium } from "../browser.ts"
import { block, button, contentOf, field, savedBlocks } from "../mailEditor.ts"
import { callApi, merchant } from "../merchant.ts"
import { assertAccessible, keysOf } from "./keys.ts"

describe.skipIf(!hasChromium)("the media library by keyboard", () => {
  it.live("takes pictures, gives one to a mail with its description, and deletes another", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const { press, type, hasFocus, choose, enter, reach } = keysOf(page)
        const { id } = await callApi(page, `/accounts/${account}/campaigns`, {
          name: "Tea",
          channel: "email",
          variants: [{ subject: "Tea", content: { type: "blocks", document: { blocks: [] } } }]
        })
        const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer })
        const upload = button(page, "Upload pictures")
        await page.goto(`${origin}/dashboard${base}/media`)
        // The browser's own window of files is no part of the page.
        const choosing = page.waitForEvent("filechooser")
        await enter(upload)
        await (
          await choosing
        ).setFiles([file("tea.png", await pictures.png()), file("cup.png", await pictures.png(12, 8))])
        await button(page, "Delete cup.png").waitFor()
        await hasFocus(upload)

        await enter(button(page, "Delete cup.png"))
        const dialog = page.getByRole("dialog")
        await hasFocus(dialog.getByRole("button", { name: "Keep" }))
        await assertAccessible(page)
        await press("Escape")
        await hasFocus(button(page, "Delete cup.png"))
        await press("Enter")
        await enter(dialog.getByRole("button", { name: "Delete" }))
        await button(page, "Delete cup.png").waitFor({ state: "detached" })
        await reach(button(page, "Delete tea.png"))

        await page.goto(`${origin}/dashboard${base}/campaigns/${String(id)}`)
        await enter(button(page, "Edit the mail"))
        await hasFocus(contentOf(page))
        await enter(button(page, "Add block"), "Shift+Tab")
        await choose(page.getByRole("menuitem", { name: "Image", exact: true }))
        await enter(button(page, "Choose or upload"))
        const choice = page.getByRole("button", { name: /^Choose tea\.png/ })
        await choice.waitFor()
        await assertAccessible(page)
        await press("Escape")
        await hasFocus(button(page, "Choose or upload"))
        await press("Enter")
        await enter(choice)
        await hasFocus(button(page, "Choose or upload"))
        await reach(field(page, "Description"))
        await type("A pot of tea")
        await block(page, "image").getByRole("img", { name: "A pot of tea" }).waitFor()
        await enter(button(page, "Done"), "Shift+Tab")
        await hasFocus(button(page, "Edit the mail"))
        assert.match(JSON.stringify(await savedBlocks(page, account)), /"src":"[^"]+\.png","alt":"A pot of tea"/)

        // What a mail shows is not deleted, and the dialog says by what it is shown.
        await page.goto(`${origin}/dashboard${base}/media`)
        await enter(button(page, "Delete tea.png"))
        await enter(dialog.getByRole("button", { name: "Delete" }))
        await dialog.getByText("It is shown by: campaign Tea.").waitFor()
        await press("Escape")
        await hasFocus(button(page, "Delete tea.png"))
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
