import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium } from "../browser.ts"
import { block, button, contentOf, field, savedBlocks } from "../mailEditor.ts"
import { callApi, merchant } from "../merchant.ts"
import { assertAccessible, keysOf } from "./keys.ts"

const paragraph = (text: string) => ({ type: "paragraph", runs: [{ text }] })

/** A column begins with a text without words, which is written in. */
const column = (words: string) => ({ blocks: [{ type: "text", content: [paragraph(words)] }] })

const shop = { type: "button", text: "See all teas", link: "https://shop.example/teas", color: "#2b6a3f" }

const mail = [
  { type: "text", content: [{ type: "heading", level: 1, runs: [{ text: "Welcome" }] }, paragraph("Tea is here")] },
  shop,
  { type: "columns", columns: [column("Green"), column("Black"), { blocks: [] }] },
  { type: "products", kind: "new", count: 2, columns: 2, show_price: true },
  shop
]

describe.skipIf(!hasChromium)("a mail by keyboard", () => {
  it.live("is begun in the list, gets a preview text, columns, colours and products, and is put in order", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const { press, type, hasFocus, choose, enter, write, reach, select } = keysOf(page)
        const content = contentOf(page)
        const add = async (name: string) => {
          await enter(button(page, "Add block"), "Shift+Tab")
          await choose(page.getByRole("menuitem", { name, exact: true }))
        }
        await page.goto(`${origin}/dashboard${base}/campaigns`)
        await enter(button(page, "New campaign").first())
        await hasFocus(page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }))
        await type("Welcome")
        await press("Enter")
        await page.getByRole("heading", { name: "Welcome", level: 1 }).waitFor()
        await write(field(page, "Subject"), "Welcome")
        await write(field(page, "Preview text"), "All our teas")
        await enter(button(page, "Edit the mail"))
        await hasFocus(content)

        // A menu that is left by Escape gives the focus back.
        await enter(button(page, "Add block"), "Shift+Tab")
        await page.getByRole("menuitem", { name: "Image", exact: true }).waitFor()
        await press("Escape")
        await hasFocus(button(page, "Add block"))
        await reach(content)
        await type("# Welcome")
        await press("Enter")
        await type("Tea is here")

        await add("Button")
        await hasFocus(field(page, "Words of the button"))
        await write(field(page, "Words of the button"), "See all teas")
        await write(field(page, "Link"), "https://shop.example/teas")
        await write(field(page, "Colour"), "#2b6a3f")
        await press("Escape")
        await reach(button(page, "Duplicate"))
        await press("Enter")
        await block(page, "button").nth(1).waitFor()
        await press("Escape")
        await hasFocus(content)

        await add("Columns")
        await hasFocus(field(page, "Number of columns"))
        await write(field(page, "Number of columns"), "3")
        await assertAccessible(page)
        for (const [at, word] of ["Green", "Black"].entries()) {
          await enter(button(page, `Add to column ${at + 1}`))
          await hasFocus(content)
          await type(word)
          // The text, then the columns around it, then their settings.
          await press("Escape")
          await press("Escape")
          await press("Enter")
          await hasFocus(field(page, "Number of columns"))
        }
        await press("Escape")
        await hasFocus(content)
        await press("Alt+ArrowUp")

        await add("Products")
        await select(page.getByLabel("Which products"), "New products")
        await write(field(page, "How many"), "2")
        await enter(button(page, "Move up"), "Shift+Tab")
        await enter(button(page, "Move down"))
        await press("Escape")
        await hasFocus(content)

        // A block that is added by mistake is taken out by its tool.
        await add("Divider")
        await block(page, "divider").waitFor()
        await enter(
          page.getByRole("toolbar", { name: "Tools of the block" }).getByRole("button", { name: "Delete" }),
          "Shift+Tab"
        )
        await block(page, "divider").waitFor({ state: "detached" })
        await hasFocus(content)

        await reach(page.getByRole("tab", { name: "Block" }))
        await press("ArrowRight")
        await select(page.getByLabel("Font"), "Serif")
        await reach(page.getByRole("tab", { name: "Whole mail" }), "Shift+Tab")
        await press("ArrowRight")
        await page.getByRole("tabpanel", { name: "Preview" }).waitFor()
        await enter(button(page, "Done"), "Shift+Tab")
        await content.waitFor({ state: "hidden" })
        await hasFocus(button(page, "Edit the mail"))
        assert.deepStrictEqual(await savedBlocks(page, account), mail)
        const id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
        const { variants } = await callApi(page, `/accounts/${account}/campaigns/${id}`)
        assert.include(JSON.stringify(variants), '"preheader":"All our teas"')
        assert.include(JSON.stringify(variants), '"font":"serif"')
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
