import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { hasChromium } from "../browser.ts"
import { button } from "../mailEditor.ts"
import { callApi, merchant } from "../merchant.ts"
import { assertAccessible, keysOf } from "./keys.ts"

const html = `<p>Spring is here</p><a href="https://shop.invalid/teas">Teas</a>`

/** Sends the mail of the preview to another address, and waits for the answer. */
const sendMe = async (page: Page, to: string) => {
  const { hasFocus, enter, write } = keysOf(page)
  await write(page.getByLabel("Send the test to"), to)
  const sent = page.waitForResponse((answer) => answer.url().endsWith("/preview/send"))
  await enter(button(page, "Send me this mail"))
  assert.deepInclude((await sent).request().postDataJSON(), { to })
  await page.getByText("Not sent: no mail server is set.").waitFor()
  await hasFocus(button(page, "Send me this mail"))
}

describe.skipIf(!hasChromium)("a mail before it goes out, by keyboard", () => {
  it.live("is sent to oneself from campaign, review and step, and has a checklist whose links are called", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const { press, hasFocus, enter, reach, pick } = keysOf(page)
        for (const name of ["ada", "bob"])
          await callApi(page, `/accounts/${account}/contacts`, {
            email: `${name}@example.com`,
            first_name: name,
            email_consent: "subscribed"
          })
        const { id } = await callApi(page, `/accounts/${account}/campaigns`, {
          name: "Spring",
          channel: "email",
          variants: [{ subject: "Hi {{ contact.first_name }}", html }],
          audience: { all: true, include: [], exclude: [] }
        })
        await page.goto(`${origin}/dashboard${base}/campaigns/${String(id)}`)
        await pick(
          page.getByRole("combobox", { name: "Preview with contact" }),
          "ada",
          page.getByRole("option", { name: /ada/ })
        )
        await page.getByText("Hi ada", { exact: true }).waitFor()
        await sendMe(page, "me@shop.example")
        await enter(button(page, "Review"))
        const back = button(page, "Back to editing")
        await hasFocus(back)
        await press("Enter")
        await hasFocus(button(page, "Review"))
        await press("Enter")
        await hasFocus(back)
        const shown = page.getByRole("button", { name: "Show: Would get the message" })
        await enter(shown)
        await page.getByRole("dialog").getByRole("link", { name: "bob@example.com" }).waitFor()
        await assertAccessible(page)
        await press("Escape")
        await hasFocus(shown)
        await sendMe(page, "us@shop.example")
        const checks = page.getByRole("list", { name: "Before you send" })
        await checks.getByText("Has a link to unsubscribe").waitFor()
        await enter(button(page, "Check the links"))
        await page
          .getByRole("list", { name: "Links that were checked" })
          .getByText("https://shop.invalid/teas")
          .waitFor()
        await hasFocus(button(page, "Check the links"))
        await assertAccessible(page)

        const flow = await callApi(page, `/accounts/${account}/flows`, {
          name: "Welcome",
          definition: {
            trigger: { type: "event", event_type: "signed_up" },
            filters: [],
            entry: { type: "always" },
            exit: { on_purchase: false },
            steps: [{ id: "s1", type: "send_email", subject: "Hi", html }]
          }
        })
        await page.goto(`${origin}/dashboard${base}/flows/${String(flow["id"])}`)
        const edit = page.getByRole("button", { name: /^Edit E-mail/ })
        await enter(edit)
        await reach(page.getByRole("tab", { name: "Write" }))
        await press("ArrowRight")
        await page.getByRole("tab", { name: "Preview", selected: true }).waitFor()
        await sendMe(page, "step@shop.example")
        await assertAccessible(page)
        await enter(button(page, "Done"))
        await hasFocus(edit)
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
