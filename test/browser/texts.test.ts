import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { button } from "./mailEditor.ts"
import { callApi, merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("texts", () => {
  it.live("show their parts and their cost as they are typed and in the review, by the price of the settings", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        for (const phone of ["+4915112345671", "+4915112345672"])
          await callApi(page, `/accounts/${account}/contacts`, { phone, sms_consent: "subscribed" })
        // Is no recipient, and so costs nothing.
        await callApi(page, `/accounts/${account}/contacts`, { email: "ada@example.com" })
        const { id } = await callApi(page, `/accounts/${account}/campaigns`, {
          name: "Spring",
          channel: "sms",
          variants: [{ text: "Hi" }],
          audience: { all: true, include: [], exclude: [] }
        })
        const campaign = `${origin}/dashboard${base}/campaigns/${String(id)}`
        const settings = `${origin}/dashboard${base}/settings/sending`

        // Without a price, the parts alone, and the way to the price.
        await page.goto(campaign)
        await page.getByText("1 part of up to 160 characters").waitFor()
        await button(page, "Review").click()
        await page.getByText("2 texts of at most 1 part.").waitFor()
        await page.getByRole("link", { name: "Set what a part costs" }).click()

        const form = page.getByRole("region", { name: "Price of texts" })
        const [amount, currency] = [form.getByLabel("Price of one part"), form.getByLabel("Currency")]
        const save = form.getByRole("button", { name: "Save price" })
        await amount.fill("cheap")
        await currency.fill("EUR")
        await save.click()
        await form.getByText(/^Must be /).waitFor()
        assert.strictEqual(await form.getByText("Saved.").count(), 0)
        await amount.fill("0,0725")
        await save.click()
        await form.getByText("Saved.").waitFor()
        assert.deepStrictEqual([await amount.inputValue(), await currency.inputValue()], ["0.0725", "EUR"])

        await page.goto(campaign)
        const text = page.getByLabel("Text", { exact: true })
        await text.fill("It’s spring")
        await page.getByText("1 part of up to 70 characters").waitFor()
        await page.getByText("’ makes each part 70 characters long instead of 160.").waitFor()
        await page.getByText("At least €0.0725 to one person.").waitFor()
        const findings = { typed: await seriousFindings(page) }
        await button(page, "Use plain signs").click()
        assert.strictEqual(await text.inputValue(), "It's spring")
        await page.getByText("1 part of up to 160 characters").waitFor()
        const long = `“Tea” ${"and more ".repeat(10)}`
        await text.fill(long)
        await page.getByText("2 parts of up to 67 characters").waitFor()
        await page.getByText("At least €0.145 to one person.").waitFor()
        await button(page, "Use plain signs (saves 1 part)").click()
        assert.strictEqual(await text.inputValue(), `"Tea" ${"and more ".repeat(10)}`)
        await text.fill(`It is spring. ${"Tea. ".repeat(40)}`)
        await button(page, "Review").click()
        await page.getByText("At most about €0.29 for 2 texts of 2 parts.").waitFor()
        const review = await seriousFindings(page)

        // The price is taken back by emptying it.
        await page.goto(settings)
        await amount.fill("")
        await save.click()
        await form.getByText("Saved.").waitFor()
        const { sms_part_price } = await callApi(page, `/accounts/${account}/sender`)
        assert.isNull(sms_part_price)
        assert.deepStrictEqual({ ...findings, review }, { typed: [], review: [] })
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
