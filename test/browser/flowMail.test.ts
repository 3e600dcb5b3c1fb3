import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { button, contentOf, editMail, field, textBlock } from "./mailEditor.ts"
import { callApi, merchant, newToken, report } from "./merchant.ts"

const written = (text: string) => ({
  subject: text,
  content: { type: "blocks", document: { blocks: [textBlock({ text }), { type: "divider" }] } }
})

const definition = {
  trigger: { type: "event", event_type: "signed_up" },
  filters: [],
  entry: { type: "always" },
  exit: { on_purchase: false },
  steps: [{ id: "s1", type: "send_email", ...written("Green"), language: "en", translations: { de: written("Grün") } }]
}

const landscape = { width: 1280, height: 800 }
const portrait = { width: 800, height: 1280 }

describe.skipIf(!hasChromium)("the mail of a flow", () => {
  it.live("stays open at its block on a tablet that is turned, and Escape chooses blocks in it", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const { id } = await callApi(page, `/accounts/${account}/flows`, { name: "Tea", definition })
        await page.setViewportSize(landscape)
        await page.goto(`${origin}/dashboard${base}/flows/${String(id)}`)
        const edit = page.getByRole("button", { name: /^Edit E-mail/ })
        const panel = page.getByRole("dialog", { name: "Send an e-mail" })
        await edit.click()
        await page.getByRole("tab", { name: "German" }).click()
        for (const size of [portrait, landscape, portrait]) {
          await page.setViewportSize(size)
          assert.strictEqual(await field(page, "Subject").inputValue(), "Grün")
        }
        assert.deepStrictEqual(await seriousFindings(page), [])

        // Over the diagram, the form keeps Tab to itself.
        await button(page, "Done").focus()
        await page.keyboard.press("Tab")
        await panel.getByRole("button", { name: "Close" }).and(page.locator(":focus")).waitFor()
        await page.keyboard.press("Shift+Tab")
        await button(page, "Done").and(page.locator(":focus")).waitFor()

        await editMail(page)
        const chosen = (name: string) =>
          page
            .getByRole("status")
            .filter({ hasText: `${name} chosen` })
            .waitFor()
        await contentOf(page).getByText("Grün").click()
        await page.keyboard.press("End")
        for (const size of [landscape, portrait]) {
          await page.setViewportSize(size)
          await chosen("Text")
          await page.keyboard.type("!")
        }
        await contentOf(page).getByText("Grün!!").waitFor()
        for (const size of [landscape, portrait]) {
          await page.setViewportSize(size)
          await page.keyboard.press("Escape")
          await page.keyboard.press("ArrowDown")
          await chosen("Divider")
          await page.keyboard.press("Escape")
          await page.keyboard.press("ArrowUp")
          await chosen("Text")
        }
        await page.getByRole("dialog", { name: "Mail", exact: true }).getByRole("button", { name: "Done" }).click()
        await page.keyboard.press("Escape")
        await panel.waitFor({ state: "detached" })
        await edit.and(page.locator(":focus")).waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("is previewed in the language that is edited, as that of a campaign is", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const token = await newToken(page, account)
        await report(origin, token, "/contacts", { email: "ada@example.com", email_consent: "subscribed" })
        const { steps, ...others } = definition
        const [{ id: _id, type: _type, ...mail }] = steps as [(typeof steps)[number]]
        const campaign = await callApi(page, `/accounts/${account}/campaigns`, {
          name: "Tea",
          channel: "email",
          variants: [mail]
        })
        await page.goto(`${origin}/dashboard${base}/campaigns/${String(campaign["id"])}`)
        const shown = page.frameLocator("iframe")
        await shown.getByText("Green", { exact: true }).waitFor()
        await page.getByRole("tab", { name: "German" }).click()
        await shown.getByText("Grün", { exact: true }).waitFor()
        // Another language that is chosen at the preview stays until another is edited.
        await page.getByLabel("Shown in").selectOption("English")
        await shown.getByText("Green", { exact: true }).waitFor()
        await field(page, "Subject").fill("Sehr grün")
        assert.strictEqual(await page.getByLabel("Shown in").inputValue(), "en")
        await page.getByRole("tab", { name: "English (base)" }).click()
        await page.getByRole("tab", { name: "German" }).click()
        await shown.getByText("Grün", { exact: true }).waitFor()

        const flow = await callApi(page, `/accounts/${account}/flows`, {
          name: "Tea",
          definition: { ...others, steps }
        })
        await page.goto(`${origin}/dashboard${base}/flows/${String(flow["id"])}`)
        await page.getByRole("button", { name: /^Edit E-mail/ }).click()
        await page.getByRole("tab", { name: "German" }).click()
        await page.getByRole("tab", { name: "Preview" }).click()
        await shown.getByText("Grün", { exact: true }).waitFor()
        await page.getByRole("tab", { name: "Write" }).click()
        assert.strictEqual(await field(page, "Subject").inputValue(), "Grün")
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
