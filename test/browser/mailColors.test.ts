import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Locator } from "playwright-core"
import { hasChromium, seriousFindings, showDark } from "./browser.ts"
import { block, button, contentOf, field, openBlocks, textBlock } from "./mailEditor.ts"
import { merchant } from "./merchant.ts"

const colorOf = (words: Locator) => words.evaluate((element) => getComputedStyle(element).color)

const dark = "#b3301f"
const pale = "#ffe9a8"

describe.skipIf(!hasChromium)("the colours of a mail", () => {
  it.live("are in the editor as a reader sees them on light and dark screens, with a note of what is badly read", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        await openBlocks(page, `${origin}/dashboard${base}`, account, [
          textBlock({ text: "Sale " }, { text: "today", color: dark }),
          { ...textBlock({ text: "On cream" }), background: "#f4f1ea" },
          { ...textBlock({ text: "pale", color: pale }), background: "#000000" },
          { type: "divider" }
        ])
        const content = contentOf(page)
        const words = (text: string) => content.getByText(text, { exact: true })
        await words("today").click()
        const note = page.getByText("Dark screens show words in Red in the colour of the text")
        await note.waitFor()
        assert.strictEqual(await colorOf(words("today")), "rgb(179, 48, 31)")
        const light = await seriousFindings(page)
        await showDark(page)
        assert.strictEqual(await colorOf(words("today")), await colorOf(content.getByText("Sale today")))
        // A background stays as it is on dark screens, and the words on it.
        assert.strictEqual(await colorOf(words("On cream")), "rgb(31, 35, 40)")
        assert.strictEqual(await colorOf(words("pale")), "rgb(255, 233, 168)")
        assert.deepStrictEqual({ light, dark: await seriousFindings(page) }, { light: [], dark: [] })

        // The whole mail on a background of its own: so red is read again, and yellow is not.
        await page.getByRole("tab", { name: "Whole mail" }).click()
        await field(page, "Background").fill("#ffffff")
        assert.strictEqual(await colorOf(words("today")), "rgb(179, 48, 31)")
        assert.strictEqual(await colorOf(content.getByText("Sale today")), "rgb(31, 35, 40)")
        await page.getByRole("tab", { name: "Block", exact: true }).click()
        await note.waitFor({ state: "detached" })
        await field(page, "Colour of the text").fill(pale)
        await page.getByText(`Hard to read on this background: ${pale}.`).waitFor()
        await block(page, "divider").click()
        await button(page, "Done").click()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
