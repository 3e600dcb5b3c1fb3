import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium } from "../browser.ts"
import { button } from "../mailEditor.ts"
import { callApi, merchant } from "../merchant.ts"
import { keysOf } from "./keys.ts"

const mail = { subject: "Spring", html: "<p>Spring is here</p>" }

describe.skipIf(!hasChromium)("a campaign by keyboard", () => {
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
})
