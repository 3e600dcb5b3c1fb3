import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant } from "./merchant.ts"

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).press("Enter")
// Clicks of a browser that says it has no screen are a machine's.
const person =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
const shots = process.env["SCREENSHOTS"]

const shot = async (page: Page, name: string) => {
  if (shots === undefined) return
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 })
    for (const scheme of ["light", "dark"] as const) {
      await page.evaluate(`document.documentElement.dataset.mantineColorScheme = "${scheme}"`)
      await page.screenshot({ path: `${shots}/better-${name}-${width}-${scheme}.png`, fullPage: true })
    }
    await page.evaluate(`document.documentElement.dataset.mantineColorScheme = "light"`)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

describe.skipIf(!hasChromium)("the better variant and sending again", () => {
  it.live("are set in the draft, told in words, and lead to a campaign that can be cancelled", () =>
    Effect.gen(function* () {
      const { page, complaints, origin, account: parent } = yield* merchant
      yield* Effect.promise(async () => {
        const put = (path: string, data: object = {}) =>
          page.request.put(`${origin}/dashboard/api/accounts/${path}`, { data })
        const { id: account } = await callApi(page, `/accounts/${parent}/subaccounts`, { name: "Test" })
        await put(`${String(account)}/test-clock`)
        await put(`${String(account)}/sender`, {
          from_name: "Tea",
          postal_address: "1 Tea Street, London",
          from_email: "hello@tea.example"
        })
        const api = (path: string, body?: object) => callApi(page, `/accounts/${String(account)}${path}`, body)
        for (let at = 0; at < 12; at++)
          await api("/contacts", { email: `p${at}@example.com`, email_consent: "subscribed" })
        const link = `<a href="https://tea.example/">Tea</a>`
        const { id } = await api("/campaigns", {
          name: "Spring",
          channel: "email",
          variants: [{ subject: "Plain", html: link }],
          audience: { all: true, include: [], exclude: [] }
        })
        await page.goto(`${origin}/dashboard/a/${String(account)}/campaigns/${String(id)}`)
        for (const subject of ["Merry", "Third"]) {
          await page.getByRole("button", { name: "Add variant for A/B test" }).click()
          await page.getByLabel("Subject", { exact: true }).fill(subject)
        }
        await page.getByRole("button", { name: "Remove Variant C" }).click()
        await page.getByRole("tab", { name: "Variant C" }).waitFor({ state: "detached" })
        await page.getByRole("switch", { name: "Send most people the better variant" }).press("Space")
        await page.getByLabel("Percent who get them first").fill("50")
        await page.getByLabel("Hours to wait", { exact: true }).fill("2")
        await page.getByRole("radio", { name: "Other ones for this campaign" }).press("Space")
        await page.getByLabel("Parameters", { exact: true }).fill("utm_source=spring")
        await page
          .getByText("A link to https://shop.example/tea leads to https://shop.example/tea?utm_source=spring")
          .waitFor()
        await page.getByRole("switch", { name: "Send again to those who didn't click" }).press("Space")
        await page.getByLabel("Subject when sent again").fill("Have you seen it?")
        await shot(page, "editor")
        const findings = { editor: await seriousFindings(page) }
        await press(page, "Review")
        await press(page, "Send now")
        await page.getByText("They are compared at").waitFor()
        await page.getByText("6 contacts wait for the better one.").waitFor()
        await shot(page, "waiting")

        // The clicks of people come later than those of machines do.
        const clock = `/accounts/${String(account)}/test-clock`
        await callApi(page, clock, { advance: "1 hours" })
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
        await callApi(page, clock, { advance: "2 hours" })
        await page
          .getByText(
            /Variant B did better, with a probability of 9\d(\.\d)?%: Variant B: 3 of 3 clicked; Variant A: 0 of 3 clicked/
          )
          .waitFor()
        await page.getByText("12 of 12 contacts done").waitFor()
        await page.getByRole("cell", { name: "https://tea.example/?utm_source=spring" }).waitFor()
        await page.getByRole("cell", { name: "3 (33.3%)" }).waitFor()
        const again = page.getByRole("region", { name: "Send again" }).getByRole("link", { name: "Open" })
        await again.waitFor()
        await shot(page, "sent")
        const results = await seriousFindings(page)
        await again.focus()
        await page.keyboard.press("Enter")
        await page.getByRole("heading", { name: "Spring (again)", level: 1 }).waitFor()
        await page.getByText("Who got this campaign and didn't click:").waitFor()
        await shot(page, "again")
        await press(page, "Cancel campaign")
        await page.getByRole("dialog").getByRole("button", { name: "Cancel campaign" }).press("Enter")
        await page.locator("h1 + div").getByText("Cancelled", { exact: true }).waitFor()
        assert.deepStrictEqual({ ...findings, results }, { editor: [], results: [] })
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
