import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { Page } from "playwright-core"
import { honeypot } from "../../src/domain/forms/readSubmission.ts"
import { hasChromium, seriousFindings } from "./browser.ts"
import { capturedLinks } from "./capturedLinks.ts"
import { callApi, merchant } from "./merchant.ts"

const phone = { width: 390, height: 800 }

const fitsPhone = async (page: Page): Promise<void> => {
  await page.setViewportSize(phone)
  await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth)
}

/** Presses Tab until the named element has the focus, as people without a mouse do. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press("Tab")
    const found = await page.evaluate((sought) => {
      const focused = document.activeElement
      return focused?.textContent === sought || focused?.id === sought || focused?.getAttribute("name") === sought
    }, name)
    if (found) return
  }
  assert.fail(`Tab does not reach ${name}`)
}

/** A page of another site that allows frames of one origin, and no scripts and styles. */
const shopPage = Effect.map(
  Effect.acquireRelease(
    Effect.promise(async () => {
      let [body, frames] = ["", ""]
      const server = createServer((_, response) => {
        response.writeHead(200, {
          "content-type": "text/html",
          "content-security-policy": `default-src 'none'; frame-src ${frames}`
        })
        response.end(`<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${body}</html>`)
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const show = (snippet: string, origin: string) => {
        ;[body, frames] = [snippet, origin]
      }
      return { server, show }
    }),
    ({ server }) => Effect.promise(async () => void server.close())
  ),
  ({ server, show }) => {
    const address = server.address()
    const port = typeof address === "object" ? address?.port : undefined
    return { show, url: `http://127.0.0.1:${port}/` }
  }
)

describe.skipIf(!hasChromium)("sign-ups", () => {
  it.live("go from a new form over its page and the confirmation to the preference page, by keyboard on a phone", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      // The session's cookie is of this name of the machine.
      const here = (url: string) => `${origin}${new URL(url).pathname}`
      yield* Effect.promise(async () => {
        const sms_part_price = { amount: 0.0725, currency: "EUR" }
        await page.request.put(`${origin}/dashboard/api/accounts/${account}/sender`, { data: { sms_part_price } })
        await page.goto(`${origin}/dashboard${base}/forms`)
        await page.getByText("No forms yet").waitFor()
        await page.getByRole("link", { name: "New form" }).first().click()
        await page.getByLabel("Heading", { exact: true }).fill("Tea <b>by</b> mail")
        await page.getByLabel("First name", { exact: true }).check()
        const preview = page.frameLocator("iframe[title='Preview of the form']")
        await preview.getByRole("heading", { name: "Tea <b>by</b> mail" }).waitFor()
        await preview.getByLabel("First name (optional)").waitFor()
        await page.getByLabel("Consent wording").fill(" ")
        await page.getByRole("button", { name: "Create form" }).click()
        await page.getByRole("alert").filter({ hasText: "Fix 1 problem" }).waitFor()
        await page.getByLabel("Consent wording").fill("Yes, send me tea news.")
        await page.getByRole("switch", { name: "Write the confirmation e-mail yourself" }).check()
        await page.getByLabel("Text of the confirmation e-mail").fill("{{ contact.first_name }}, is it you?")
        await page.getByRole("button", { name: "Create form" }).click()
        await page.getByText("contact.first_name").last().waitFor()
        await page.getByLabel("Subject of the confirmation e-mail").fill("One more step with {{ account.name }}")
        await page.getByLabel("Text of the confirmation e-mail").fill("Is it you?\n\nThen press <the> button.")
        await page.getByLabel("Button of the confirmation e-mail").fill("It is me")
        await page.getByRole("tab", { name: "Confirmation e-mail" }).click()
        await page.getByText(/^One more step with \w/).waitFor()
        const mail = page.frameLocator("iframe[title='E-mail']")
        // In the window, as a reader has it: outside, its text once stayed hidden.
        await mail.owner().scrollIntoViewIfNeeded()
        await mail.getByText("Then press <the> button.").waitFor()
        await mail.getByText("It is me").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByRole("checkbox", { name: "Phone", exact: true }).check()
        await page.getByRole("switch", { name: "Write the confirmation text yourself" }).check()
        await page
          .getByRole("textbox", { name: "Confirmation text", exact: true })
          .fill("It’s tea: answer YES, or STOP")
        await page.getByText("’ makes each part 70 characters long instead of 160.").waitFor()
        await page.getByRole("button", { name: "Use plain signs" }).click()
        await page.getByText("1 part of up to 160 characters").waitFor()
        await page.getByText("At least €0.0725 to one person.").waitFor()
        assert.strictEqual(
          await page.getByRole("textbox", { name: "Confirmation text", exact: true }).inputValue(),
          "It's tea: answer YES, or STOP"
        )
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByRole("checkbox", { name: "Phone", exact: true }).uncheck()
        await page.getByRole("combobox", { name: "Tags" }).fill("newsletter")
        await page.keyboard.press("Enter")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByRole("button", { name: "Create form" }).click()
        const hosted = await page.getByLabel("hosted page", { exact: true }).innerText()
        assert.include(await page.getByLabel("snippet", { exact: true }).innerText(), "<iframe src=")
        await page.getByRole("cell", { name: "Yes, send me tea news." }).waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await fitsPhone(page)

        await page.goto(here(hosted))
        await fitsPhone(page)
        assert.deepStrictEqual(await seriousFindings(page), [])
        // Software that fills in fields that nobody sees costs the person one more press, and the shop learns of it.
        await page.getByLabel("E-mail").pressSequentially("maria@example.com", { delay: 150 })
        await page.getByRole("checkbox").check()
        const hidden = page.locator(`input[name=${honeypot}]`)
        assert.isFalse(await page.getByRole("textbox", { name: honeypot }).isVisible())
        await hidden.evaluate((field) => field.setAttribute("value", "https://maria.example"))
        await page.getByRole("button", { name: "Sign up" }).click()
        await page.getByText("send the page again").waitFor()
        assert.strictEqual(await hidden.inputValue(), "")
        assert.strictEqual(await page.getByLabel("E-mail").inputValue(), "maria@example.com")
        assert.deepStrictEqual(await seriousFindings(page), [])

        await page.goto(here(hosted))
        await tabTo(page, "field-email")
        // Slower than the least time of a person.
        await page.keyboard.type("maria@example.com", { delay: 150 })
        await tabTo(page, "agree")
        await page.keyboard.press("Space")
        await tabTo(page, "Sign up")
        await page.keyboard.press("Enter")
        await page.getByRole("heading", { name: "Thank you!" }).waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])

        const linkTo = await capturedLinks(page, account)
        const recorded: unknown = await callApi(page, `/accounts/${account}/messages`)
        assert.match(Array.isArray(recorded) ? String(recorded[0]?.subject) : "", /^One more step/)
        await page.goto(here(linkTo("/o/")))
        await fitsPhone(page)
        assert.deepStrictEqual(await seriousFindings(page), [])
        await tabTo(page, "Yes, subscribe me")
        await page.keyboard.press("Enter")
        await page.getByRole("heading", { name: "You are subscribed" }).waitFor()

        await page.goto(here(linkTo("/p/")))
        await fitsPhone(page)
        assert.deepStrictEqual(await seriousFindings(page), [])
        await tabTo(page, "Pause for 30 days")
        await page.keyboard.press("Enter")
        await page.getByText("You get no marketing messages until").waitFor()
        await tabTo(page, "reason")
        await page.keyboard.press("ArrowDown")
        await tabTo(page, "Stop e-mail")
        await page.keyboard.press("Enter")
        await page.getByText("You get no marketing e-mail from us.").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await tabTo(page, "Get e-mail")
        await page.keyboard.press("Enter")
        await page.getByText("You get our e-mail at maria@….").waitFor()

        const contacts: unknown = await callApi(page, `/accounts/${account}/contacts`)
        assert.deepInclude(Array.isArray(contacts) ? contacts[0] : {}, {
          email: "maria@example.com",
          email_consent: "subscribed",
          tags: ["newsletter"]
        })
        await page.setViewportSize({ width: 1200, height: 800 })
        await page.goto(`${origin}/dashboard${base}/forms`)
        await page.getByRole("row", { name: /^Newsletter On .+ 1 1$/ }).waitFor()
        await page.getByLabel("Texts an hour").fill("20")
        await page.getByRole("button", { name: "Save" }).click()
        await page.getByText("Saved.").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByRole("link", { name: "Newsletter" }).click()
        await page.getByText("1 submission with the hidden field filled in").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("work in a frame of another site and without scripts", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      const shop = yield* shopPage
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/forms`)
        const form = await callApi(page, `/accounts/${account}/forms`, {
          name: "Shop",
          title: "News",
          intro: "",
          fields: [{ key: "email", label: "E-mail", required: true }],
          wording: "Yes.",
          button: "Go",
          thanks: "See you.",
          double_opt_in: true,
          language: null,
          tags: []
        })
        shop.show(String(form["snippet"]), new URL(String(form["hosted_url"])).origin)
        await page.goto(shop.url)
        const frame = page.frameLocator("iframe")
        await frame.getByLabel("E-mail").pressSequentially("framed@example.com", { delay: 150 })
        await frame.getByRole("checkbox").check()
        await frame.getByRole("button", { name: "Go" }).click()
        await frame.getByText("See you.").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
