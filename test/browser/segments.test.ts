import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant, newToken, notCounted, notCountedYet, report } from "./merchant.ts"

describe.skipIf(!hasChromium)("segments", () => {
  it.live("are made of a template, count while they are written, list contacts and explain one", () =>
    Effect.gen(function* () {
      const { page, complaints, origin, base, account } = yield* merchant
      yield* Effect.promise(async () => {
        const button = (name: string) => page.getByRole("button", { name, exact: true })
        const token = await newToken(page, account)
        for (const [name, email_consent] of [
          ["ada", "subscribed"],
          ["bob", "subscribed"],
          ["cy", "unsubscribed"]
        ])
          await report(origin, token, "/contacts", { email: `${name}@example.com`, first_name: name, email_consent })
        const placed = { order_id: 1, email: "bob@example.com", total: 80, currency: "EUR" }
        await report(origin, token, "/orders/placed", { ...placed, order_date: new Date().toISOString() })

        await page.goto(`${origin}/dashboard${base}/segments`)
        await page.getByText("No segments yet").waitFor()
        const empty = await seriousFindings(page)
        await button("New segment").first().click()
        await page.getByLabel("Subscribed, never bought").check()
        assert.strictEqual(await page.getByLabel("Name").inputValue(), "Subscribed, never bought")
        const dialog = await seriousFindings(page)
        await button("Create").click()
        await page.getByRole("heading", { name: "Subscribed, never bought", level: 1 }).waitFor()
        await page.getByText("1 contact matches now").waitFor()
        await page.getByRole("row", { name: /ada/ }).waitFor()
        assert.strictEqual(await page.getByRole("row", { name: /bob|cy/ }).count(), 0)

        // A history with its filters and its currency.
        await button("or …").click()
        await page.getByLabel("Field", { exact: true }).last().selectOption({ label: "Orders placed" })
        await page.getByText("Complete the conditions to count the contacts.").waitFor()
        await page.getByLabel("Value", { exact: true }).last().fill("1")
        await page.getByText("2 contacts match now").waitFor()
        await page.getByLabel("In the last", { exact: true }).last().fill("30")
        await page.getByRole("combobox", { name: "SKU", exact: true }).last().fill("NONE")
        await page.getByText("1 contact matches now").waitFor()
        await page.getByLabel("Field", { exact: true }).last().selectOption({ label: "Total spent" })
        await page.getByRole("combobox", { name: "Currency", exact: true }).fill("eur")
        await page.getByLabel("Value", { exact: true }).last().fill("50")
        await button("Save").click()
        await page.getByText("Fix 1 problem before saving").waitFor()
        await page.getByRole("combobox", { name: "Currency", exact: true }).fill("EUR")
        await page.getByText("2 contacts match now").waitFor()
        await button("Save").click()
        await page.getByText("Saved.").waitFor()
        await page.getByRole("row", { name: /bob/ }).waitFor()
        const download = page.waitForEvent("download")
        await page.getByRole("link", { name: "Export CSV" }).click()
        const exported = await readFile(await (await download).path(), "utf8")
        assert.deepStrictEqual(
          exported.split("\r\n").map((line) => line.split(",")[1]),
          ["email", '"bob@example.com"', '"ada@example.com"', undefined]
        )
        const editor = await seriousFindings(page)
        await page.setViewportSize({ width: 390, height: 844 })
        const phone = await seriousFindings(page)
        const overflow: unknown = await page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert.strictEqual(overflow, false)
        const shots = process.env["SCREENSHOTS"]
        if (shots !== undefined) await page.screenshot({ path: `${shots}/segment-390.png`, fullPage: true })
        await page.setViewportSize({ width: 1280, height: 900 })
        if (shots !== undefined) await page.screenshot({ path: `${shots}/segment-1280.png`, fullPage: true })

        await page.getByRole("link", { name: "bob", exact: true }).click()
        await page.getByRole("tab", { name: "Segments" }).click()
        await page.getByText("This contact is in the segment").waitFor()
        await page.getByText("Number of orders is 0: no").waitFor()
        await page.getByText("Total spent (EUR) is at least 50: yes").waitFor()
        if (shots !== undefined) await page.screenshot({ path: `${shots}/explain-1280.png`, fullPage: true })
        const explained = await seriousFindings(page)
        const { data } = { data: await callApi(page, `/accounts/${account}/segments`) }
        assert.include(JSON.stringify(data), "contact.total_spent.EUR")
        assert.deepStrictEqual([empty, dialog, editor, phone, explained].flat(), [])
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("that take long to count say when they were counted, and are counted again by a button", () =>
    Effect.gen(function* () {
      const { page, origin, base, account } = yield* merchant
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/segments`)
        const made = await callApi(page, `/accounts/${account}/segments`, { name: "All", conditions: [] })
        const asked: Array<string | null> = []
        const times = ["2026-05-04T09:30:00Z", "2026-05-04T10:40:00Z"]
        const calledAt: Array<number> = []
        const shownMeanwhile: Array<string | null> = []
        // The first answer of each count is that it is not done.
        let isDone = false
        await page.route(/\/segments\/count/, async (route) => {
          const after = new URL(route.request().url()).searchParams.get("counted_after")
          asked.push(after)
          calledAt.push(performance.now())
          if (isDone) shownMeanwhile.push(await page.getByRole("status").first().textContent())
          const answer = isDone
            ? {
                status: 200,
                json: { data: { count: 9_876_543 + asked.length, counted_at: times[after === null ? 0 : 1] } }
              }
            : notCounted(2)
          isDone = !isDone
          await route.fulfill(answer)
        })
        let areFound = false
        await page.route(/\/members/, (route) => (areFound ? route.continue() : route.fulfill(notCounted(1))))
        await page.goto(`${origin}/dashboard${base}/segments/${String(made["id"])}`)
        const waiting = page.getByRole("status").filter({ hasText: notCountedYet })
        await waiting.nth(1).waitFor()
        areFound = true
        await page.getByText("No contact matches").waitFor()
        await page.getByText("9,876,545 contacts matched when counted, ").waitFor()
        const again = page.getByRole("button", { name: "Count again", exact: true })
        const shots = process.env["SCREENSHOTS"]
        if (shots !== undefined) await page.screenshot({ path: `${shots}/count-again.png`, fullPage: true })
        assert.deepStrictEqual(await seriousFindings(page), [])
        await again.focus()
        await page.keyboard.press("Enter")
        await page.getByText("9,876,547 contacts matched when counted, ").waitFor()
        assert.deepStrictEqual(asked, [null, null, times[0], times[0]])
        // The number before stays while the same conditions are counted again.
        assert.strictEqual(shownMeanwhile[0], notCountedYet)
        assert.include(shownMeanwhile[1] ?? "", "9,876,545 contacts matched when counted, ")
        const [first = 0, second = 0] = calledAt
        assert.isAtLeast(second - first, 1_900, "a call is sent again before Retry-After")
      })
    })
  )

  for (const [size, counted_at] of [
    ["few", null],
    ["many", "2026-05-04T09:30:00Z"]
  ] as const)
    it.live(`whose conditions change are not shown with the count before, made of ${size} contacts`, () =>
      Effect.gen(function* () {
        const { page, origin, base, account } = yield* merchant
        yield* Effect.promise(async () => {
          await page.goto(`${origin}/dashboard${base}/segments`)
          const made = await callApi(page, `/accounts/${account}/segments`, { name: "All", conditions: [] })
          const askedAfter: Array<string | null> = []
          let isDone = false
          await page.route(/\/segments\/count/, async (route) => {
            const after = new URL(route.request().url()).searchParams.get("counted_after")
            const { conditions }: { readonly conditions: ReadonlyArray<unknown> } = route.request().postDataJSON()
            if (conditions.length > 0) askedAfter.push(after)
            const json = { data: { count: conditions.length === 0 ? 9_876_543 : 12, counted_at } }
            await route.fulfill(conditions.length === 0 || isDone ? { status: 200, json } : notCounted(1))
          })
          await page.goto(`${origin}/dashboard${base}/segments/${String(made["id"])}`)
          const countBefore = page.getByText("9,876,543 contacts")
          await countBefore.waitFor()
          if (counted_at !== null) {
            const again = page.waitForResponse(/counted_after=/)
            await page.getByRole("button", { name: "Count again", exact: true }).click()
            await again
          }
          await page.getByRole("button", { name: "Add a condition", exact: true }).click()
          await page.getByLabel("Field", { exact: true }).selectOption({ label: "Orders placed" })
          await page.getByLabel("Value", { exact: true }).fill("1")
          await page.getByRole("status").filter({ hasText: notCountedYet }).waitFor()
          assert.strictEqual(await countBefore.count(), 0)
          isDone = true
          await page.getByText(counted_at === null ? "12 contacts match now" : "12 contacts matched when").waitFor()
          // The moment of the other conditions' count is none of these.
          assert.deepStrictEqual([...new Set(askedAfter)], [null])
        })
      })
    )
})
