import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant } from "./merchant.ts"

describe.skipIf(!hasChromium)("lists", () => {
  it.live("keep filters and page in the address, go back a page, and fit into 1280 pixels and a phone", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        for (let n = 10; n < 40; n++) {
          const email = `customer${n}.with.a.rather.long.name@some-department.example.com`
          await callApi(page, `/accounts/${account}/contacts`, { email, email_consent: "subscribed" })
        }
        await callApi(page, `/accounts/${account}/contacts`, { email: "other@example.com" })
        const row = (text: string) => page.getByRole("row").filter({ hasText: text })
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.goto(`${origin}/dashboard${base}/contacts`)
        await page.getByLabel("Search").fill("customer")
        await page.getByText("30 total").waitFor()
        assert.include(page.url(), "search=customer")
        await page.getByLabel("E-mail consent").selectOption("subscribed")
        await page.waitForURL(/email=subscribed/)
        const first = await page.getByRole("row").nth(1).innerText()
        const next = page.getByRole("button", { name: "Next", exact: true })
        await next.click()
        await page.waitForURL(/cursor=/)
        await row("customer14.").waitFor()
        assert.isTrue(await next.isDisabled())
        const second = await page.getByRole("row").nth(1).innerText()
        assert.notStrictEqual(second, first)

        await page.reload()
        await row(second.split("\t")[0] ?? "").waitFor()
        assert.strictEqual(await page.getByLabel("Search").inputValue(), "customer")
        assert.strictEqual(await page.getByLabel("E-mail consent").inputValue(), "subscribed")
        await page.getByRole("button", { name: "Previous" }).click()
        await row(first.split("\t")[0] ?? "").waitFor()
        await page.goBack()
        await row(second.split("\t")[0] ?? "").waitFor()

        const frame = page.getByRole("region", { name: "Contacts" })
        const isInView = await frame.evaluate((element) => {
          const cell = element.querySelector("td:last-child")?.getBoundingClientRect()
          return cell !== undefined && cell.right <= window.innerWidth && cell.width > 0
        })
        assert.isTrue(isInView)
        assert.deepStrictEqual(await seriousFindings(page), [])

        await page.goto(`${origin}/dashboard${base}/contacts`)
        await page.getByText("31 total").waitFor()
        const added = page.getByRole("columnheader", { name: "Added" })
        assert.strictEqual(await added.getAttribute("aria-sort"), "descending")
        await added.getByRole("button").focus()
        await page.keyboard.press("Enter")
        await page.waitForURL(/sort=created_at/)
        await row("customer10.").waitFor()
        assert.strictEqual(await added.getAttribute("aria-sort"), "ascending")
        await next.click()
        await row("other@example.com").waitFor()
        assert.include(page.url(), "sort=created_at")
        await page.getByRole("button", { name: "Previous" }).click()
        await row("customer10.").getByRole("link").click()
        await page.getByRole("heading", { name: /customer10\./, level: 1 }).waitFor()
        await page.goBack()
        await row("customer10.").waitFor()
        assert.strictEqual(await added.getAttribute("aria-sort"), "ascending")
        const lastOrder = page.getByRole("columnheader", { name: "Last order" })
        assert.strictEqual(await lastOrder.getAttribute("aria-sort"), "none")
        await lastOrder.getByRole("button").click()
        await page.waitForURL(/sort=-last_order_at/)
        assert.strictEqual(await lastOrder.getAttribute("aria-sort"), "descending")

        for (const name of ["beta", "Alpha"]) {
          await callApi(page, `/accounts/${account}/segments`, { name, conditions: [] })
          await callApi(page, `/accounts/${account}/campaigns`, { name, channel: "email" })
        }
        for (const [path, column] of [
          ["segments", "Segment"],
          ["campaigns", "Campaign"]
        ]) {
          await page.goto(`${origin}/dashboard${base}/${path}?sort=name`)
          const title = page.getByRole("columnheader", { name: column ?? "", exact: true })
          await row("Alpha").waitFor()
          assert.include(await page.getByRole("row").nth(1).innerText(), "Alpha")
          await title.getByRole("button").click()
          await page.getByRole("row").nth(1).filter({ hasText: "beta" }).waitFor()
          assert.strictEqual(await title.getAttribute("aria-sort"), "descending")
        }
        // On a phone rows are of two lines, and nothing lies outside of the view.
        await page.setViewportSize({ width: 360, height: 800 })
        await page.goto(`${origin}/dashboard${base}/contacts?search=customer`)
        await row("customer39.").waitFor()
        const rows = await page.locator("tbody tr").evaluateAll((all) =>
          all.map((each) => {
            const cells = [...each.querySelectorAll("td")].map((cell) => cell.getBoundingClientRect())
            const shown = cells.filter(({ width }) => width > 0)
            return {
              lines: new Set(shown.map(({ top, height }) => Math.round((top + height / 2) / 8))).size,
              right: Math.max(...shown.map(({ right }) => right))
            }
          })
        )
        assert.lengthOf(rows, 25)
        for (const { lines, right } of rows) assert.isTrue(lines === 2 && right <= 360, `${lines} lines, ${right} px`)
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.setViewportSize({ width: 1280, height: 800 })
        for (const path of ["orders?sort=id", "messages?sort=created_at", "flows?sort=-name"]) {
          await page.goto(`${origin}/dashboard${base}/${path}`)
          await page.getByRole("heading", { level: 1 }).waitFor()
        }
        await page.getByRole("row").nth(1).filter({ hasText: "Thank you after delivery" }).waitFor()
        await page.goto(`${origin}/dashboard${base}/contacts?search=other%40`)
        await page.getByText("1 total").waitFor()
        await row("other@example.com").waitFor()
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
