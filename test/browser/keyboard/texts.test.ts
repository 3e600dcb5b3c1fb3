import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium } from "../browser.ts"
import { button } from "../mailEditor.ts"
import { callApi, merchant } from "../merchant.ts"
import { assertAccessible, keysOf } from "./keys.ts"

/** A zone where it is midday now: texts wait for the morning of the person at night. */
const middayZone = () => {
  const ahead = 12 - new Date().getUTCHours()
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`
}

describe.skipIf(!hasChromium)("texts by keyboard", () => {
  it.live("are priced in the settings, written with plain signs, and cost in the review what they are said to", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const { press, type, hasFocus, enter, write, reach } = keysOf(page)
        await callApi(page, `/accounts/${account}/contacts`, {
          phone: "+4915112345671",
          sms_consent: "subscribed",
          custom_fields: { timezone: middayZone() }
        })
        await page.goto(`${origin}/dashboard${base}/settings/sending`)
        const form = page.getByRole("region", { name: "Price of texts" })
        const save = form.getByRole("button", { name: "Save price" })
        await write(form.getByLabel("Price of one part"), "0.05")
        await press("Enter")
        await form.getByText(/^Must be|^Is required/).waitFor()
        await assertAccessible(page)
        await write(form.getByLabel("Currency"), "EUR")
        await enter(save)
        await form.getByText("Saved.").waitFor()
        await hasFocus(save)

        await page.goto(`${origin}/dashboard${base}/campaigns`)
        await enter(button(page, "New campaign").first())
        await hasFocus(page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }))
        await type("Spring")
        await reach(page.getByRole("radio", { name: "E-mail" }))
        await press("ArrowRight")
        await assertAccessible(page)
        await enter(button(page, "Create"))
        await page.getByRole("heading", { name: "Spring", level: 1 }).waitFor()
        const text = page.getByLabel("Text", { exact: true })
        await reach(text)
        await type("It’s spring")
        await page.getByText("1 part of up to 70 characters").waitFor()
        await page.getByText("At least €0.05 to one person.").waitFor()
        await assertAccessible(page)
        await enter(button(page, "Use plain signs"))
        await page.getByText("1 part of up to 160 characters").waitFor()
        assert.strictEqual(await text.inputValue(), "It's spring")
        await hasFocus(text)
        await reach(page.getByRole("checkbox", { name: "All contacts" }))
        await press("Space")
        await page.getByText("1 contact, 1 of whom would get the message").waitFor()
        await enter(button(page, "Review"))
        await page.getByText("At most about €0.05 for 1 text of 1 part.").waitFor()
        await hasFocus(button(page, "Back to editing"))
        await assertAccessible(page)
        await reach(button(page, "Send now"))
        await press("Enter")
        await page.getByText("1 of 1 contact done").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
