import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant, newToken, notCounted, notCountedYet, report } from "./merchant.ts"

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()
const shots = process.env["SCREENSHOTS"]

/** Screenshots of the page, wide and narrow, light and dark. */
const shot = async (page: Page, name: string) => {
  if (shots === undefined) return
  for (const [width, height] of [
    [1280, 900],
    [390, 844]
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const scheme of ["light", "dark"] as const) {
      await page.evaluate(`document.documentElement.dataset.mantineColorScheme = "${scheme}"`)
      await page.screenshot({ path: `${shots}/${name}-${width}-${scheme}.png`, fullPage: true })
    }
    await page.evaluate(`document.documentElement.dataset.mantineColorScheme = "light"`)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

describe.skipIf(!hasChromium)("the pages of campaigns", () => {
  it.live("take a draft over its review to its results", () =>
    Effect.gen(function* () {
      const { page, complaints, origin, base, account } = yield* merchant
      yield* Effect.promise(async () => {
        const token = await newToken(page, account)
        for (const [name, email_consent] of [
          ["ada", "subscribed"],
          ["bob", "subscribed"],
          ["cy", "unsubscribed"]
        ])
          await report(origin, token, "/contacts", { email: `${name}@example.com`, first_name: name, email_consent })
        await callApi(page, `/accounts/${account}/segments`, { name: "Everybody", conditions: [] })
        const bobs = [[{ field: "contact.first_name", op: "eq", value: "bob" }]]
        await callApi(page, `/accounts/${account}/segments`, { name: "Bobs", conditions: bobs })

        await page.goto(`${origin}/dashboard${base}/campaigns`)
        await page.getByText("No campaigns yet").waitFor()
        const findings = { empty: await seriousFindings(page) }
        await page.getByRole("button", { name: "New campaign" }).first().click()
        await page.getByRole("dialog").getByLabel("Name").fill("Spring")
        await press(page, "Create")
        await page.getByRole("heading", { name: "Spring", level: 1 }).waitFor()

        // An empty draft is reviewed with all its faults.
        await press(page, "Review")
        await page.getByText("Choose a segment, or all contacts").waitFor()
        await page.getByText("Content, subject: Must not be empty").waitFor()
        assert.isTrue(await page.getByRole("button", { name: "Send now" }).isDisabled())
        await shot(page, "faults")
        await press(page, "Back to editing")

        await page.getByRole("textbox", { name: "Subject" }).fill("Hi {{ contact.first_name }}")
        await page.getByText("HTML", { exact: true }).click()
        await page.getByRole("textbox", { name: "HTML", exact: true }).fill("<p>Spring is {{ order.total }}</p>")
        await press(page, "Save draft")
        await page
          .getByText(/Unknown variable order/)
          .first()
          .waitFor()
        await page.getByRole("textbox", { name: "HTML", exact: true }).fill("<p>Spring is here</p>")
        await page.getByText("Hi cy", { exact: true }).waitFor()
        await page.getByLabel("Send to", { exact: true }).first().click()
        await page.getByRole("option", { name: "Everybody" }).click()
        await page.keyboard.press("Escape")
        await page.getByText("3 contacts, 2 of whom would get the message").waitFor()
        await page.getByLabel("Don't send to", { exact: true }).first().click()
        await page.getByRole("option", { name: "Bobs" }).click()
        await page.keyboard.press("Escape")
        await page.getByText("3 contacts, 1 of whom would get the message").waitFor()
        await shot(page, "editor")
        const editor = await seriousFindings(page)

        await press(page, "Review")
        await page.getByRole("row", { name: /In an excluded segment 1/ }).waitFor()
        await page.getByText("Your sender's domain was never checked").waitFor()
        await page
          .getByRole("row", { name: /Not subscribed 1/ })
          .getByRole("button")
          .click()
        await page.getByRole("dialog").getByRole("link", { name: "cy@example.com" }).waitFor()
        await shot(page, "left-out")
        await page.keyboard.press("Escape")
        await page.getByText("Hi ada", { exact: true }).waitFor()
        await page.getByLabel("Send the test to").fill("me@shop.example")
        await press(page, "Send me this mail")
        await page.getByText("Not sent: no mail server is set.").waitFor()
        await press(page, "Check the links")
        await page.getByText("There is no link that is the same for everybody.").waitFor()
        await shot(page, "review")
        const review = await seriousFindings(page)
        await press(page, "Send now")
        await page.getByText("2 of 2 contacts done").waitFor()
        const status = (text: string) => page.locator("h1 + div").getByText(text, { exact: true })
        await status("Sent").waitFor()
        await page.getByRole("row", { name: /Variant A 0 1/ }).waitFor()
        // What was sent stays to be seen, and can be the draft of the next campaign, without its time.
        await page.getByText("Hi {{ contact.first_name }}", { exact: true }).waitFor()
        await page.getByRole("region", { name: "Audience", exact: true }).getByText("Bobs").waitFor()
        await shot(page, "results")
        // On a phone each figure of the results is seen with its title.
        await page.setViewportSize({ width: 390, height: 844 })
        const figures = page.getByRole("region", { name: "Results" }).locator("td[data-title]:not(:last-child)")
        assert.deepStrictEqual(
          await figures.evaluateAll((cells) =>
            cells.filter((cell) => getComputedStyle(cell, "::before").content === "none")
          ),
          []
        )
        for (const cell of await figures.all()) assert.isTrue(await cell.isVisible())
        await page.setViewportSize({ width: 1280, height: 900 })
        const results = await seriousFindings(page)
        await press(page, "Duplicate")
        await page.getByRole("heading", { name: "Copy of Spring", level: 1 }).waitFor()
        assert.strictEqual(
          await page.getByRole("textbox", { name: "Subject" }).inputValue(),
          "Hi {{ contact.first_name }}"
        )
        await page.getByText("3 contacts, 1 of whom would get the message").waitFor()
        await page.goBack()
        await page.getByRole("link", { name: "Messages", exact: true }).last().click()
        await page.getByText("Hi ada").waitFor()

        // A scheduled campaign is paused, resumed, made a draft again and deleted.
        const { id } = await callApi(page, `/accounts/${account}/campaigns`, {
          name: "Summer",
          channel: "email",
          variants: [{ subject: "Summer", html: "<p>Summer</p>" }],
          audience: { all: true, include: [], exclude: [] },
          send_at: "2099-06-01T09:00",
          send_at_zone: "contact"
        })
        await callApi(page, `/accounts/${account}/campaigns/${String(id)}/schedule`, {})
        await page.goto(`${origin}/dashboard${base}/campaigns/${String(id)}`)
        await press(page, "Pause")
        await status("Paused").waitFor()
        await press(page, "Resume")
        await status("Scheduled").waitFor()
        await shot(page, "scheduled")
        await press(page, "Back to draft")
        await press(page, "Delete")
        await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
        await page.getByRole("heading", { name: "Campaigns", level: 1 }).waitFor()
        await page.getByRole("link", { name: "Spring", exact: true }).waitFor()
        await shot(page, "list")
        const list = await seriousFindings(page)
        assert.deepStrictEqual(
          { ...findings, editor, review, results, list },
          {
            empty: [],
            editor: [],
            review: [],
            results: [],
            list: []
          }
        )
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("say that an audience, a review and its contacts are not counted yet", () =>
    Effect.gen(function* () {
      const { page, origin, base, account } = yield* merchant
      yield* Effect.promise(async () => {
        const token = await newToken(page, account)
        await report(origin, token, "/contacts", { email: "ada@example.com", email_consent: "subscribed" })
        const { id } = await callApi(page, `/accounts/${account}/campaigns`, {
          name: "Summer",
          channel: "email",
          variants: [{ subject: "Summer", html: "<p>Summer</p>" }],
          audience: { all: true, include: [], exclude: [] }
        })
        const waiting = page.getByRole("status").filter({ hasText: notCountedYet })
        const counted = { review: false, contacts: false }
        await page.route(/\/review/, (route) =>
          counted[route.request().url().includes("/contacts") ? "contacts" : "review"]
            ? route.continue()
            : route.fulfill(notCounted(1))
        )
        await page.goto(`${origin}/dashboard${base}/campaigns/${String(id)}`)
        await press(page, "Review")
        await waiting.waitFor()
        counted.review = true
        await page.getByRole("button", { name: "Show: Would get the message" }).click()
        await page.getByRole("dialog").filter({ has: waiting }).waitFor()
        counted.contacts = true
        await page.getByRole("dialog").getByText("ada@example.com").waitFor()
        await page.keyboard.press("Escape")
        await press(page, "Back to editing")

        const isCounted = { all: true, segments: false }
        await page.route(/\/campaigns\/audience/, async (route) => {
          const { audience }: { readonly audience: { readonly all?: boolean } } = route.request().postDataJSON()
          const kind = audience.all === true ? "all" : "segments"
          const json = { data: { audience: kind === "all" ? 9_876_543 : 12, recipients: 5, counted_at: null } }
          await route.fulfill(isCounted[kind] ? { status: 200, json } : notCounted(1))
        })
        await page.reload()
        await page.getByText("9,876,543 contacts, 5 of whom").waitFor()
        await page.getByRole("checkbox", { name: "All contacts" }).uncheck()
        await waiting.waitFor()
        assert.strictEqual(await page.getByText("9,876,543 contacts").count(), 0)
        isCounted.segments = true
        await page.getByText("12 contacts, 5 of whom").waitFor()
      })
    })
  )
})
