import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium } from "./browser.ts"
import { block, button, contentOf, editMail, field, nextFrame, savedBlocks, selected } from "./mailEditor.ts"
import { callApi, merchant } from "./merchant.ts"
import { writtenWords } from "./writtenWords.ts"

describe.skipIf(!hasChromium)("the tools of a mail by mouse", () => {
  it.live("format words, and put blocks into columns, move, copy and delete them", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const { id } = await callApi(page, `/accounts/${account}/campaigns`, {
          name: "Tea",
          channel: "email",
          variants: [{ subject: "Tea", content: { type: "blocks", document: { blocks: [] } } }]
        })
        await page.goto(`${origin}/dashboard${base}/campaigns/${String(id)}`)
        const content = contentOf(page)
        const edit = async () => {
          await editMail(page)
          await content.click()
        }
        const add = async (name: string) => {
          await button(page, "Add block").click()
          await page.getByRole("menuitem", { name, exact: true }).click()
        }
        await edit()
        await page.keyboard.type("Our teas are here")
        await button(page, "Align centre").click()
        await page.keyboard.press("Enter")
        await button(page, "Align left").click()
        await page.keyboard.type("See them")
        // Two clicks choose a word, three a line.
        await content.getByText("See them").click({ clickCount: 3 })
        await selected(page, "See them")
        await button(page, "Link").click()
        await field(page, "Link").fill("https://shop.example/teas")
        await button(page, "Set link").click()
        await nextFrame(page)
        const line = content.getByText("Our teas are here")
        const word = await line.evaluate((element) => {
          const range = document.createRange()
          range.setStart(element.firstChild!, 4)
          range.setEnd(element.firstChild!, 8)
          const { x, y, width, height } = range.getBoundingClientRect()
          return { x: x + width / 2, y: y + height / 2 }
        })
        await page.mouse.dblclick(word.x, word.y)
        await selected(page, "teas")
        await button(page, "Bold").click()
        await button(page, "Colour of the words").click()
        await page.getByRole("button", { name: "Red", exact: true }).click()
        await button(page, "Done").click()
        assert.deepStrictEqual(await savedBlocks(page, account), writtenWords)

        await edit()
        await add("Divider")
        await add("Columns")
        await field(page, "Number of columns").fill("3")
        await button(page, "Add to column 3").click()
        await content.and(page.locator(":focus")).waitFor()
        await page.keyboard.type("Third")
        await block(page, "divider").click()
        await button(page, "Duplicate").click()
        await block(page, "divider").nth(1).waitFor()
        await button(page, "Move down").click()
        await add("Space")
        await page.getByRole("toolbar", { name: "Tools of the block" }).getByRole("button", { name: "Delete" }).click()
        await block(page, "space").waitFor({ state: "detached" })

        // The last divider, by a click beside its line.
        await line.click()
        const last = await block(page, "divider").last().locator("div").boundingBox()
        assert.isNotNull(last)
        await page.mouse.click(last.x + last.width / 2, last.y + 8)
        await field(page, "Thickness in pixels").fill("3")
        await button(page, "Done").click()
        const empty = { type: "text", content: [{ type: "paragraph", runs: [] }] }
        const third = { type: "text", content: [{ type: "paragraph", runs: [{ text: "Third" }] }] }
        assert.deepStrictEqual(await savedBlocks(page, account), [
          ...writtenWords,
          { type: "divider" },
          { type: "columns", columns: [{ blocks: [empty] }, { blocks: [empty] }, { blocks: [third] }] },
          { type: "divider", thickness: 3 }
        ])
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
