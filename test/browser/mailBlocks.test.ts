import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium } from "./browser.ts"
import { block, button, contentOf, field, openBlocks, savedBlocks, textBlock } from "./mailEditor.ts"
import { callApi, merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("the blocks of a mail", () => {
  it.live("show the settings of a new divider whole, its colours by a click alone", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        await openBlocks(page, `${origin}/dashboard${base}`, account, [textBlock({ text: "Tea" })])
        await button(page, "Add block").click()
        await page.getByRole("menuitem", { name: "Divider", exact: true }).click()
        const color = field(page, "Colour")
        await color.and(page.locator(":focus")).waitFor()
        const isCovered = await field(page, "Thickness in pixels").evaluate((input) => {
          const { x, y, width, height } = input.getBoundingClientRect()
          return document.elementFromPoint(x + width / 2, y + height / 2) !== input
        })
        assert.isFalse(isCovered)
        await color.click()
        const palette = page.locator(".mantine-ColorInput-dropdown")
        await palette.locator("[data-swatch]").nth(3).click()
        await field(page, "Thickness in pixels").focus()
        await palette.waitFor({ state: "hidden" })
        await field(page, "Thickness in pixels").fill("3")
        await button(page, "Done").click()
        assert.deepStrictEqual(await savedBlocks(page, account), [
          textBlock({ text: "Tea" }),
          { type: "divider", color: "#0b7285", thickness: 3 }
        ])
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("stay chosen while Tab passes over the mail, however busy the machine is", () =>
    Effect.gen(function* () {
      const { page, origin, base, account } = yield* merchant
      yield* Effect.promise(async () => {
        await openBlocks(page, `${origin}/dashboard${base}`, account, [
          textBlock({ text: "Green" }),
          { type: "divider" },
          textBlock({ text: "Black" })
        ])
        const content = contentOf(page)
        const isChosen = () => page.getByRole("toolbar", { name: "Tools of the block" }).getByText("Divider").waitFor()
        await block(page, "divider").click()
        await isChosen()
        // Longer than the library looks for a caret that the browser moved.
        await content.evaluate((element) =>
          element.addEventListener("focus", () => {
            const begun = performance.now()
            while (performance.now() - begun < 300);
          })
        )
        await field(page, "Background").focus()
        // Without a pause: the next key comes while the page is busy with the focus.
        await Promise.all(Array.from({ length: 10 }, () => page.keyboard.press("Shift+Tab")))
        await page.getByRole("toolbar", { name: "Tools", exact: true }).locator(":focus").waitFor()
        await isChosen()
        // A click chooses what it points at, as before.
        await field(page, "Background").focus()
        await content.getByText("Black").click()
        await page.keyboard.type(" tea")
        await button(page, "Done").click()
        assert.deepStrictEqual(await savedBlocks(page, account), [
          textBlock({ text: "Green" }),
          { type: "divider" },
          textBlock({ text: "Black tea" })
        ])
      })
    })
  )

  it.live("are named in the review by their places, with what is missing in them", () =>
    Effect.gen(function* () {
      const { page, origin, base, account } = yield* merchant
      yield* Effect.promise(async () => {
        const picture = { type: "image", src: "", alt: "A pot of tea" }
        const content = (...blocks: ReadonlyArray<object>) => ({ type: "blocks", document: { blocks } })
        const green = textBlock({ text: "Green" })
        const { id } = await callApi(page, `/accounts/${account}/campaigns`, {
          name: "Tea",
          channel: "email",
          variants: [
            {
              subject: "Tea",
              content: content(green, picture),
              language: "en",
              translations: { de: { subject: "Tee", content: content(picture, green) } }
            }
          ]
        })
        await page.goto(`${origin}/dashboard${base}/campaigns/${String(id)}`)
        await button(page, "Review").click()
        await page.getByText("Content, block 2: Must have a picture").waitFor()
        await page.getByText("Content, German, block 1: Must have a picture").waitFor()
      })
    })
  )
})
