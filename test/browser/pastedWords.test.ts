import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium } from "./browser.ts"
import { button, contentOf, openEditor, savedBlocks } from "./mailEditor.ts"
import { merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("words that are pasted into a mail", () => {
  it.live("takes words and their form from a word processor, without its styles, and undoes that in one step", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        await openEditor(page, `${origin}/dashboard${base}`)
        await contentOf(page).click()
        await page.keyboard.type("Mine. ")
        const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal { color: red }</style></head>
          <body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
          <h1 style='mso-pagination:none'><span style='font-family:"Times New Roman"'>Our <b>teas</b><o:p></o:p></span></h1>
          <p class=MsoNormal style='margin-left:36pt;color:red'><span style='font-size:11.0pt'>See <a href="https://shop.example/teas" class="x" target="_blank">all</a> and <a href="javascript:alert(1)">none</a></span></p>
          <ul><li class=MsoListParagraph><p>Green<script>window.hit=1</script></p></li><li>Black</li></ul>
          <img src="x" onerror="window.hit=1"><!--EndFragment--></body></html>`
        const paste = () =>
          contentOf(page).evaluate((element, pasted) => {
            const clipboardData = new DataTransfer()
            clipboardData.setData("text/html", pasted)
            element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
          }, html)
        await paste()
        await contentOf(page).getByText("Black").waitFor()
        assert.deepStrictEqual(
          await contentOf(page)
            .locator("[class], [style]")
            .evaluateAll((found) => found.map((one) => one.outerHTML)),
          []
        )
        await page.keyboard.press("Control+z")
        assert.strictEqual((await contentOf(page).innerText()).trim(), "Mine.")
        await page.keyboard.press("Control+Shift+z")
        await button(page, "Done").click()
        assert.deepStrictEqual(await savedBlocks(page, account), [
          {
            type: "text",
            content: [
              { type: "paragraph", runs: [{ text: "Mine. Our " }, { text: "teas", bold: true }] },
              {
                type: "paragraph",
                runs: [{ text: "See " }, { text: "all", link: "https://shop.example/teas" }, { text: " and none" }]
              },
              {
                type: "list",
                ordered: false,
                items: [{ runs: [{ text: "Green" }] }, { runs: [{ text: "Black" }] }]
              }
            ]
          }
        ])
        assert.strictEqual(await page.evaluate(() => Reflect.get(window, "hit")), undefined)
      })
      // The policy of the page forbids the styles and handlers of what is pasted, and says so.
      const isForbidden = (complaint: string) => complaint.includes("violates the following Content Security Policy")
      assert.deepStrictEqual(
        complaints.filter((each) => !isForbidden(each)),
        []
      )
    })
  )
})
