import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium } from "../browser.ts"
import { button, field } from "../mailEditor.ts"
import { callApi, merchant } from "../merchant.ts"
import { assertAccessible, keysOf } from "./keys.ts"

const person =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"

describe.skipIf(!hasChromium)("the better variant by keyboard", () => {
  it.live("is set with a second subject, is told with its figures, and its campaign is read and duplicated", () =>
    Effect.gen(function* () {
      const { page, origin, account: parent, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const { press, type, hasFocus, enter, write, reach } = keysOf(page)
        const { id: account } = await callApi(page, `/accounts/${parent}/subaccounts`, { name: "Test" })
        const api = (path: string, body?: object) => callApi(page, `/accounts/${String(account)}${path}`, body)
        const put = (path: string, data: object) =>
          page.request.put(`${origin}/dashboard/api/accounts/${String(account)}${path}`, { data })
        await put("/test-clock", {})
        await put("/sender", {
          from_name: "Tea",
          postal_address: "1 Tea Street, London",
          from_email: "hello@tea.example"
        })
        for (let at = 0; at < 12; at++)
          await api("/contacts", { email: `p${at}@example.com`, email_consent: "subscribed" })
        const { id } = await api("/campaigns", {
          name: "Spring",
          channel: "email",
          variants: [{ subject: "Plain", html: `<a href="https://tea.example/">Tea</a>` }],
          audience: { all: true, include: [], exclude: [] }
        })
        await page.goto(`${origin}/dashboard/a/${String(account)}/campaigns/${String(id)}`)
        await enter(button(page, "Add variant for A/B test"))
        await reach(page.getByRole("tab", { name: "Variant B", selected: true }))
        await press("ArrowLeft")
        await page.getByRole("tab", { name: "Variant A", selected: true }).waitFor()
        await press("ArrowRight")
        await write(field(page, "Subject"), "Merry")
        await reach(page.getByRole("switch", { name: "Send most people the better variant" }))
        await press("Space")
        await write(page.getByLabel("Percent who get them first"), "50")
        await reach(page.getByRole("combobox", { name: "Compare by" }))
        await press("Enter")
        await page.getByRole("option", { name: "People who ordered" }).waitFor()
        await press("Escape")
        await write(page.getByLabel("Hours to wait", { exact: true }), "2")
        await reach(page.getByRole("radio", { name: "As set in Settings → Sending" }))
        await press("ArrowDown")
        await write(page.getByLabel("Parameters", { exact: true }), "utm_source=spring")
        await page
          .getByText("A link to https://shop.example/tea leads to https://shop.example/tea?utm_source=spring")
          .waitFor()
        await reach(page.getByRole("switch", { name: "Send again to those who didn't click" }))
        await press("Space")
        await write(page.getByLabel("Days after the campaign has ended"), "1")
        await write(page.getByLabel("Subject when sent again"), "Have you seen it?")
        await assertAccessible(page)
        await enter(button(page, "Review"))
        await hasFocus(button(page, "Back to editing"))
        await reach(page.getByRole("tab", { name: "Variant A" }))
        await press("ArrowRight")
        await page.getByText("Merry", { exact: true }).waitFor()
        await enter(button(page, "Send now"))
        await page.getByText("6 contacts wait for the better one.").waitFor()

        await api("/test-clock", { advance: "1 hours" })
        const list = await page.request.get(
          `${origin}/dashboard/api/accounts/${String(account)}/messages?campaign_id=${String(id)}`
        )
        const messages: { readonly data: ReadonlyArray<{ readonly id: string }> } = await list.json()
        for (const { id: message_id } of messages.data) {
          const { subject, body } = await api(`/messages/${message_id}`)
          const href = /href="([^"]*\/c\/[^"]+)"[^>]*>Tea</.exec(String(body))?.[1]
          if (subject === "Merry")
            await page.request.get(String(href).replaceAll("&amp;", "&"), {
              maxRedirects: 0,
              headers: { "user-agent": person }
            })
        }
        await api("/test-clock", { advance: "2 hours" })
        await page.getByText(/Variant B did better, with a probability of 9\d(\.\d)?%/).waitFor()
        await page.getByText("12 of 12 contacts done").waitFor()
        await page.getByRole("cell", { name: "https://tea.example/?utm_source=spring" }).waitFor()
        await page.getByRole("cell", { name: "3 (33.3%)" }).waitFor()
        await reach(page.getByRole("tab", { name: "Variant A" }))
        await press("ArrowRight")
        await page.getByText("Merry", { exact: true }).first().waitFor()
        await assertAccessible(page)

        await enter(page.getByRole("region", { name: "Send again" }).getByRole("link", { name: "Open" }), "Shift+Tab")
        await page.getByRole("heading", { name: "Spring (again)", level: 1 }).waitFor()
        await enter(page.getByRole("main").getByRole("button", { name: "Cancel campaign" }))
        await hasFocus(page.getByRole("dialog").getByRole("button", { name: "Keep" }))
        await enter(page.getByRole("dialog").getByRole("button", { name: "Cancel campaign" }))
        await page.locator("h1 + div").getByText("Cancelled", { exact: true }).waitFor()

        await page.goto(`${origin}/dashboard/a/${String(account)}/campaigns/${String(id)}`)
        await enter(button(page, "Duplicate"))
        await page.getByRole("heading", { name: "Copy of Spring", level: 1 }).waitFor()
        await reach(page.getByRole("tab", { name: "Variant A" }))
        await press("ArrowRight")
        await reach(field(page, "Subject"))
        await press("End")
        await type("!")
        assert.strictEqual(await field(page, "Subject").inputValue(), "Merry!")
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
