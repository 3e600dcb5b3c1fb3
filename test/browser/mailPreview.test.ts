import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant, newToken, report } from "./merchant.ts"

/** Texts that would become markup if decoded or stripped once too often. */
const html = `<style>p { color: rgb(1, 2, 3) } &lt;&lt;//style&gt;&lt;h1&gt;sheet&lt;/h1&gt;&lt;meta http-equiv=refresh content="0;url=/dashboard"&gt;</style>
  <style>&amp;lt;/style&amp;gt; <//style><</style></style>
  <p style="font-style: italic; --a: '&lt;&lt;//style&gt;&lt;h1&gt;attribute&lt;/h1&gt;'">Dear {{ event.event_data.note }}</p>
  <p style="background: urlurl((https://evil.example/1); background: ur@import;l(https://evil.example/2)">Bye</p>
  <noembed><h1>noembed</h1></noembed><xmp><h1>xmp</h1></xmp>
  <template><h1>template</h1></template><<script>script>h1</script>`

const note = "&lt;&lt;//style&gt;&lt;h1&gt;data&lt;/h1&gt;<h1>plain</h1>"

const definition = {
  trigger: { type: "event", event_type: "signed_up" },
  filters: [],
  entry: { type: "always" },
  exit: { on_purchase: false },
  steps: [{ id: "s1", type: "send_email", subject: "Hi", html }]
}

describe.skipIf(!hasChromium)("a mail in the dashboard", () => {
  it.live("shows mail text without creating elements from it or loading anything", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const own = `/accounts/${account}`
        const flow = await callApi(page, `${own}/flows`, { name: "Hi", definition })
        await callApi(page, `${own}/flows/${String(flow["id"])}/activate`, {})
        const token = await newToken(page, account)
        const email = "ada@example.com"
        assert.strictEqual(
          (await report(origin, token, "/contacts", { email, email_consent: "subscribed" })).status,
          201
        )
        await report(origin, token, "/events", { event_type: "signed_up", email, event_data: { note } })
        let messages: unknown = []
        while (!Array.isArray(messages) || messages.length === 0)
          messages = await callApi(page, `${own}/messages?status=captured`)
        const requested: Array<string> = []
        page.on("request", (request) => requested.push(request.url()))
        await page.goto(`${origin}/dashboard${base}/messages/${String(messages[0].id)}`)
        const frame = page.frameLocator("iframe")
        const dear = frame.getByText("Dear")
        assert.strictEqual(await dear.textContent(), `Dear ${note}`)
        const found = await frame.locator("body *").evaluateAll((elements) => elements.map(({ tagName }) => tagName))
        // The mail's own paragraphs, and the tables of the layout.
        assert.deepStrictEqual([...new Set(found)].toSorted(), ["A", "BR", "P", "TABLE", "TBODY", "TD", "TR"])
        assert.deepStrictEqual(
          await dear.evaluate((shown) => [getComputedStyle(shown).color, getComputedStyle(shown).fontStyle]),
          ["rgb(1, 2, 3)", "italic"]
        )
        assert.deepStrictEqual(
          requested.filter((url) => !url.startsWith(`${origin}/dashboard`) && !url.startsWith("about:")),
          []
        )
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("previews the layout of the mail on both screens and in both colour schemes", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const token = await newToken(page, account)
        await report(origin, token, "/contacts", { email: "ada@example.com", email_consent: "unsubscribed" })
        const step = {
          id: "s1",
          type: "send_email",
          class: "transactional",
          subject: "Hi",
          html: "<p>Dear {{ contact.email }}</p>"
        }
        const flow = await callApi(page, `/accounts/${account}/flows`, {
          name: "Hi",
          definition: { ...definition, steps: [step] }
        })
        await page.goto(`${origin}/dashboard${base}/flows/${String(flow["id"])}`)
        await page.getByRole("button", { name: /^Edit E-mail/ }).click()
        assert.strictEqual(await page.getByLabel("Message type").inputValue(), "transactional")
        await page.getByRole("tab", { name: "Preview" }).click()
        const mail = page.frameLocator("iframe")
        await mail.getByText("Dear ada@example.com").waitFor()
        // Transactional: sent to an unsubscribed contact, without an unsubscribe link.
        assert.strictEqual(await page.getByText("Would be skipped now").count(), 0)
        assert.strictEqual(await mail.getByText("Unsubscribe").count(), 0)
        const width = () => page.locator("iframe").evaluate((frame) => frame.getBoundingClientRect().width)
        const card = () =>
          mail
            .getByText("Dear ada@example.com")
            .locator("..")
            .evaluate((cell) => getComputedStyle(cell).backgroundColor)
        assert.deepStrictEqual([await width(), await card()], [640, "rgb(255, 255, 255)"])
        await page.getByText("Phone", { exact: true }).click()
        await page.getByText("Dark", { exact: true }).click()
        assert.deepStrictEqual([await width(), await card()], [360, "rgb(28, 28, 31)"])
        assert.isTrue(
          await mail
            .locator("body")
            .evaluate((body) => body.ownerDocument.documentElement.scrollWidth <= body.clientWidth + 40)
        )
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByRole("tab", { name: "Write" }).click()
        await page.getByLabel("Message type").selectOption("marketing")
        await page.getByText("Sent to subscribed contacts only.").waitFor()
        await page.getByRole("tab", { name: "Preview" }).click()
        await page.getByText("Not subscribed to e-mail (unsubscribed)").waitFor()
        await mail.getByText("Unsubscribe").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
