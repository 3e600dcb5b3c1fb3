import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Locator } from "playwright-core"
import { hasChromium, seriousFindings } from "./browser.ts"
import { block, button, contentOf, field, openEditor, savedBlocks } from "./mailEditor.ts"
import { merchant, newToken, report } from "./merchant.ts"

const welcome = [
  {
    type: "text",
    content: [
      { type: "heading", level: 1, runs: [{ text: "Welcome" }] },
      { type: "paragraph", runs: [{ text: "Dear {{ contact.first_name | default: 'there' }}" }] }
    ]
  },
  { type: "image", src: "https://shop.example/tea.png", alt: "A pot of tea" },
  { type: "button", text: "See all teas", link: "https://shop.example/teas" },
  { type: "products", kind: "best_sellers", count: 2, columns: 2, show_price: true }
]

describe.skipIf(!hasChromium)("the editor of a mail", () => {
  it.live("makes the welcome mail with a picture, a button and two products by mouse, in under two minutes", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const token = await newToken(page, account)
        await report(origin, token, "/contacts", { email: "ada@example.com", email_consent: "subscribed" })
        const begun = performance.now()
        await openEditor(page, `${origin}/dashboard${base}`)
        const add = async (name: string) => {
          await button(page, "Add block").click()
          await page.getByRole("menuitem", { name, exact: true }).click()
        }
        await contentOf(page).click()
        await page.getByLabel("Style of the paragraph").selectOption("Heading 1")
        await contentOf(page).and(page.locator(":focus")).waitFor()
        await page.keyboard.type("Welcome")
        await page.keyboard.press("Enter")
        await page.keyboard.type("Dear ")
        await button(page, "Insert field").click()
        await page.getByRole("menuitem", { name: "First name" }).click()
        await add("Image")
        await field(page, "Address of the image").fill("https://shop.example/tea.png")
        await field(page, "Description").fill("A pot of tea")
        await add("Button")
        await field(page, "Words of the button").fill("See all teas")
        await field(page, "Link").fill("shop.example/teas")
        await add("Products")
        const light = await seriousFindings(page)
        await page.getByRole("tab", { name: "Preview" }).click()
        const preview = page.getByRole("tabpanel", { name: "Preview" })
        await preview.frameLocator("iframe").getByText("See all teas").waitFor()
        await page.emulateMedia({ colorScheme: "dark" })
        await page.getByRole("tab", { name: "Whole mail" }).click()
        const dark = await seriousFindings(page)
        await page.setViewportSize({ width: 390, height: 844 })
        await block(page, "image").click()
        const phone = await seriousFindings(page)
        const small = page.getByRole("dialog").getByRole("toolbar").getByRole("button")
        for (const one of await small.all()) {
          const box = await one.boundingBox()
          if (box !== null) assert.isAtLeast(Math.round(box.height), 40, await one.innerText())
        }
        await button(page, "Settings").click()
        await page.keyboard.press("Escape")
        await page.emulateMedia({ colorScheme: "light" })
        await button(page, "Done").click()
        assert.deepStrictEqual(await savedBlocks(page, account), welcome)
        assert.isBelow(performance.now() - begun, 120_000)
        assert.deepStrictEqual({ light, dark, phone }, { light: [], dark: [], phone: [] })
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("makes the same mail by keyboard alone, and moves, copies, deletes and restores blocks", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        await openEditor(page, `${origin}/dashboard${base}`)
        const press = (key: string) => page.keyboard.press(key)
        const reach = async (target: Locator, key = "Tab") => {
          for (let pressed = 0; pressed < 40; pressed++) {
            if (await target.evaluate((element) => element === document.activeElement)) return
            await press(key)
          }
          assert.fail(`${key} does not reach ${String(target)}`)
        }
        const isFocused = (target: Locator) => target.and(page.locator(":focus")).waitFor()
        const choose = async (name: string) => {
          const item = page.getByRole("menuitem", { name, exact: true })
          await item.waitFor()
          for (let pressed = 0; pressed < 12; pressed++) {
            if (await item.evaluate((element) => element === document.activeElement)) break
            await press("ArrowDown")
          }
          await press("Enter")
        }
        const add = async (name: string) => {
          await reach(button(page, "Add block"), "Shift+Tab")
          await press("Enter")
          await choose(name)
        }
        await isFocused(contentOf(page))
        await page.keyboard.type("# Welcome")
        await press("Enter")
        await page.keyboard.type("Dear ")
        await reach(button(page, "Insert field"), "Shift+Tab")
        await press("Enter")
        await choose("First name")
        await isFocused(contentOf(page))
        await add("Image")
        await isFocused(field(page, "Address of the image"))
        await page.keyboard.type("https://shop.example/tea.png")
        await reach(field(page, "Description"))
        await page.keyboard.type("A pot of tea")
        await press("Escape")
        await isFocused(contentOf(page))
        await add("Button")
        await isFocused(field(page, "Words of the button"))
        await press("Control+A")
        await page.keyboard.type("See all teas")
        await reach(field(page, "Link"))
        await page.keyboard.type("https://shop.example/teas")
        await press("Escape")
        await add("Products")
        await isFocused(page.getByLabel("Which products"))
        await press("Escape")
        await isFocused(contentOf(page))

        const shows = (...kinds: ReadonlyArray<string>) =>
          page.waitForFunction(
            (sought) =>
              [...document.querySelectorAll("[role=textbox] [data-kind]")]
                .map((one) => one.getAttribute("data-kind"))
                .join() === sought,
            kinds.join()
          )
        await shows("image", "button", "products")
        await press("Alt+ArrowUp")
        await shows("image", "products", "button")
        await press("ArrowUp")
        await press("Delete")
        await shows("products", "button")
        await press("Control+z")
        await shows("image", "products", "button")
        await press("Control+z")
        await shows("image", "button", "products")
        await press("Control+Shift+z")
        await press("Control+Shift+z")
        await shows("products", "button")
        await press("Control+z")
        await press("Control+z")
        await shows("image", "button", "products")
        await reach(button(page, "Done"), "Shift+Tab")
        await press("Enter")
        await contentOf(page).waitFor({ state: "hidden" })
        await reach(button(page, "Save draft"))
        assert.deepStrictEqual(await savedBlocks(page, account), welcome)
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
