import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Locator, Page } from "playwright-core"
import { hasChromium } from "./browser.ts"
import { button, contentOf, field, openEditor, savedBlocks } from "./mailEditor.ts"
import { callApi, merchant } from "./merchant.ts"

/** What a person without a mouse does. */
const keysOf = (page: Page) => {
  const press = (key: string) => page.keyboard.press(key)
  const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)
  /** Goes on with a key until the target has the focus, which must be seen. */
  const reach = async (target: Locator, key = "Tab") => {
    await target.waitFor({ state: "attached" })
    for (let pressed = 0; pressed < 120; pressed++) {
      if (await isFocused(target)) {
        const isSeen = await target.evaluate((element) => {
          const { outlineStyle, boxShadow } = getComputedStyle(element)
          const isText = element.matches("input:not([type=radio], [type=checkbox]), select, textarea, [role=textbox]")
          return element.matches(":focus-visible") && (isText || outlineStyle !== "none" || boxShadow !== "none")
        })
        assert.isTrue(isSeen, `The focus on ${String(target)} is not seen`)
        return
      }
      await press(key)
    }
    assert.fail(`${key} does not reach ${String(target)}`)
  }
  /** Goes on with arrows until an item of an open menu or list has the focus, and takes it. */
  const choose = async (item: Locator, key = "ArrowDown") => {
    await item.waitFor()
    for (let pressed = 0; pressed < 15 && !(await isFocused(item)); pressed++) await press(key)
    assert.isTrue(await isFocused(item), `${key} does not reach ${String(item)}`)
    await press("Enter")
  }
  const enter = async (target: Locator, key = "Tab") => {
    await reach(target, key)
    await press("Enter")
  }
  return { press, reach, choose, enter, type: (text: string) => page.keyboard.type(text) }
}

const mail = { subject: "Spring", html: "<p>Spring is here</p>" }

describe.skipIf(!hasChromium)("the keyboard alone", () => {
  it.live("chooses a sender and a topic, reviews and schedules a campaign", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const { press, reach, enter } = keysOf(page)
        const path = `/accounts/${account}`
        await callApi(page, `${path}/contacts`, { email: "ada@example.com", email_consent: "subscribed" })
        await callApi(page, `${path}/topics`, { key: "sales", names: { en: "Sales" } })
        await callApi(page, `${path}/senders`, { from_name: "Tea for offices", from_email: "offices@tea.example" })
        const { id } = await callApi(page, `${path}/campaigns`, { name: "May", channel: "email", variants: [mail] })
        await page.goto(`${origin}/dashboard${base}/campaigns/${String(id)}`)
        const from = page.getByLabel("From", { exact: true })
        const topic = page.getByLabel("Topic", { exact: true })
        await from.waitFor()
        await topic.waitFor()
        for (const input of [from, topic]) {
          const before = await input.inputValue()
          await reach(input)
          await press("ArrowDown")
          assert.notStrictEqual(await input.inputValue(), before)
        }
        const all = page.getByRole("checkbox", { name: "All contacts" })
        await reach(all)
        await press("Space")
        await page.getByText("1 contact, 1 of whom would get the message").waitFor()
        await reach(page.getByRole("radio", { name: "As soon as it is scheduled" }))
        await press("ArrowDown")
        await page.getByRole("textbox", { name: "Date and time" }).waitFor()
        await enter(button(page, "Review"), "Shift+Tab")
        const schedule = button(page, "Schedule")
        await schedule.waitFor()
        await enter(schedule)
        await button(page, "Pause").waitFor()
        const saved = await callApi(page, `${path}/campaigns/${String(id)}`)
        assert.deepInclude(saved, { status: "scheduled", topic: "sales" })
        assert.match(String(saved["sender_id"]), /^sen_|^snd_/)
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("saves a block, puts it into the mail again, changes it there, and renames it", () =>
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
