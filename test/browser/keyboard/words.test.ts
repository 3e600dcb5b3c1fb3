import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "../browser.ts"
import { button, contentOf, savedBlocks } from "../mailEditor.ts"
import { callApi, merchant } from "../merchant.ts"
import { writtenWords } from "../writtenWords.ts"
import { assertAccessible, keysOf } from "./keys.ts"

describe.skipIf(!hasChromium)("the words of a mail by keyboard", () => {
  it.live("get weight, colour, a place and a link by the tools, which give the focus back", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const { press, type, hasFocus, enter, write } = keysOf(page)
        const { id } = await callApi(page, `/accounts/${account}/campaigns`, {
          name: "Tea",
          channel: "email",
          variants: [{ subject: "Tea", content: { type: "blocks", document: { blocks: [] } } }]
        })
        await page.goto(`${origin}/dashboard${base}/campaigns/${String(id)}`)
        await enter(button(page, "Edit the mail"))
        const content = contentOf(page)
        await hasFocus(content)
        await type("Our teas are here")
        for (let pressed = 0; pressed < " are here".length; pressed++) await press("ArrowLeft")
        for (let pressed = 0; pressed < "teas".length; pressed++) await press("Shift+ArrowLeft")
        await press("ControlOrMeta+b")
        const colours = button(page, "Colour of the words")
        await enter(colours, "Shift+Tab")
        const red = page.getByRole("button", { name: "Red", exact: true })
        await red.waitFor()
        await assertAccessible(page)
        await press("Escape")
        await hasFocus(colours)
        await press("Enter")
        await enter(red)
        await hasFocus(content)
        await enter(button(page, "Align centre"), "Shift+Tab")
        await hasFocus(content)
        await press("End")
        await press("Enter")
        await enter(button(page, "Align left"), "Shift+Tab")
        await hasFocus(content)
        await type("See them")
        await press("Shift+Home")
        const link = button(page, "Link")
        await enter(link, "Shift+Tab")
        const address = page.getByRole("textbox", { name: "Link", exact: true })
        await hasFocus(address)
        await press("Escape")
        await hasFocus(link)
        await press("Enter")
        await hasFocus(address)
        // In dark colours, the red that was chosen is a matter of the mail.
        assert.deepStrictEqual(await seriousFindings(page), [])
        await write(address, "https://shop.example/teas")
        await enter(button(page, "Set link"))
        await hasFocus(content)
        await enter(button(page, "Done"), "Shift+Tab")
        await hasFocus(button(page, "Edit the mail"))
        assert.deepStrictEqual(await savedBlocks(page, account), writtenWords)
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
