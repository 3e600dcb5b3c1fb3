import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Locator, Page } from "playwright-core"
import type { MailDocument } from "../../src/domain/content/MailDocument.ts"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant, newToken, report } from "./merchant.ts"

const shots = process.env["SHOTS"]
const shot = async (page: Page, name: string) => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` })
}

const contentOf = (page: Page) => page.getByRole("textbox", { name: "Content of the mail" })
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true })
const block = (page: Page, kind: string) => contentOf(page).locator(`[data-kind=${kind}]`)

/** Opens a new campaign with its mail in the editor. */
const openEditor = async (page: Page, start: string) => {
  if (shots !== undefined) page.setDefaultTimeout(15_000)
  await page.goto(`${start}/campaigns`)
  await button(page, "New campaign").first().click()
  await page.getByRole("dialog").getByLabel("Name").fill("Welcome")
  await button(page, "Create").click()
  await page.getByRole("heading", { name: "Welcome", level: 1 }).waitFor()
  await page.getByLabel("Subject").fill("Welcome")
  await button(page, "Edit the mail").click()
  await contentOf(page).waitFor()
}

/** Saves the draft after the editor, and gives its mail as the server has it. */
const savedBlocks = async (page: Page, account: string): Promise<unknown> => {
  await button(page, "Save draft").click()
  await page.locator("button:disabled", { hasText: "Save draft" }).waitFor()
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
  const { variants }: { readonly variants?: ReadonlyArray<{ readonly content: { readonly document: MailDocument } }> } =
    await callApi(page, `/accounts/${account}/campaigns/${id}`)
  return variants?.[0]?.content.document.blocks
}

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
  it.live("makes the welcome mail with a picture, a button and two products by mouse", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const token = await newToken(page, account)
        await report(origin, token, "/contacts", { email: "ada@example.com", email_consent: "subscribed" })
        await openEditor(page, `${origin}/dashboard${base}`)
        const add = async (name: string) => {
          await button(page, "Add block").click()
          await page.getByRole("menuitem", { name, exact: true }).click()
        }
        await contentOf(page).click()
        await page.getByLabel("Style of the paragraph").selectOption("Heading 1")
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
        await shot(page, "products")
        const light = await seriousFindings(page)
        await page.getByRole("tab", { name: "Preview" }).click()
        const preview = page.getByRole("tabpanel", { name: "Preview" })
        await preview.frameLocator("iframe").getByText("See all teas").waitFor()
        await shot(page, "preview")
        await page.emulateMedia({ colorScheme: "dark" })
        await page.getByRole("tab", { name: "Whole mail" }).click()
        await shot(page, "dark")
        const dark = await seriousFindings(page)
        await page.setViewportSize({ width: 390, height: 844 })
        await block(page, "image").click()
        await shot(page, "phone")
        const phone = await seriousFindings(page)
        const small = page.getByRole("dialog").getByRole("toolbar").getByRole("button")
        for (const one of await small.all()) {
          const box = await one.boundingBox()
          if (box !== null) assert.isAtLeast(Math.round(box.height), 40, await one.innerText())
        }
        await button(page, "Settings").click()
        await shot(page, "phone-settings")
        await page.keyboard.press("Escape")
        await page.emulateMedia({ colorScheme: "light" })
        await button(page, "Done").click()
        assert.deepStrictEqual(await savedBlocks(page, account), welcome)
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
      assert.deepStrictEqual(complaints, [])
    })
  )
})
