import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFile, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { FileChooser } from "playwright-core"
import { inject } from "vitest"
import { ndjsonFile } from "../support/samples/imports.ts"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant } from "./merchant.ts"

const csv = [
  "Name,Email,Total,Currency,Created at,Lineitem name,Lineitem quantity,Id,Remark",
  '#1,buyer1@example.com,59.90,EUR,2024-03-05 10:11:12 +0100,"Tea, green",2,901,x',
  "#1,,,,,Cup,1,,",
  "#2,buyer2@example.com,ten,EUR,2024-03-06,Pot,1,902,y"
].join("\n")

describe.skipIf(!hasChromium)("imports", () => {
  it.live("show a file's columns, import its orders and offer the failed rows for download", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/imports`)
        await page.getByRole("button", { name: "New import" }).first().click()
        const choosing = page.waitForEvent("filechooser")
        await page.getByRole("button", { name: "File" }).click()
        await (await choosing).setFiles({ name: "shop.csv", mimeType: "text/csv", buffer: Buffer.from(csv) })
        assert.strictEqual(await page.getByLabel("Column Total").inputValue(), "total")
        assert.strictEqual(await page.getByLabel("Column Remark").inputValue(), "")
        // Three different values of the column, which not every row has.
        await page.getByRole("row", { name: "Lineitem name" }).getByText("Tea, green").waitFor()
        await page.getByRole("row", { name: "Lineitem name" }).getByText("Pot").waitFor()
        await page.getByRole("row", { name: "Email" }).getByText("buyer2@example.com").waitFor()
        for (const row of await page.getByRole("region", { name: "Columns" }).locator("tbody tr").all())
          assert.isAtMost((await row.boundingBox())?.height ?? Infinity, 41)
        // On a phone, a column has its field beside it and its values below, with nothing to scroll to aside.
        const own = page.viewportSize() ?? { width: 1280, height: 720 }
        await page.setViewportSize({ width: 360, height: 780 })
        await page.waitForFunction(() =>
          [...document.querySelectorAll("[role=region][aria-label=Columns] :is(select, td)")].every(
            (part) => part.getBoundingClientRect().right <= window.innerWidth
          )
        )
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.setViewportSize(own)
        await page.getByLabel("Column Remark").selectOption("customer_id")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByRole("button", { name: "Import", exact: true }).click()
        await page.getByText("1 of 2").waitFor()
        const row = page.getByRole("row", { name: /shop\.csv/ })
        await row.getByText("finished").waitFor()
        const download = page.waitForEvent("download")
        await row.getByRole("link", { name: "1 failed: download" }).click()
        const failures = await readFile(await (await download).path(), "utf8")
        assert.match(
          failures,
          /"row","problem"\r\n"#2","buyer2@example.com","ten",.*,"4","total: Must be a number, zero or more"\r\n$/
        )
        await row.getByRole("link", { name: "shop.csv" }).click()
        await page.getByRole("heading", { name: "shop.csv", level: 1 }).waitFor()
        await page.getByRole("row", { name: "4 Failed total Must be a number, zero or more" }).waitFor()
        await page
          .getByRole("region", { name: "Orders of a file can't be undone" })
          .getByText(/^The orders stay/)
          .waitFor()
        await page.getByLabel("Show").selectOption("consent")
        await page.getByText("Nothing was left out").waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        const order: unknown = (await callApi(page, `/accounts/${account}/orders/901`))["order"]
        assert.deepInclude(order, {
          order_number: "#1",
          total_amount: "59.90",
          customer_id: "x",
          line_items: [
            { title: "Tea, green", quantity: 2 },
            { title: "Cup", quantity: 1 }
          ]
        })
        assert.deepStrictEqual(await seriousFindings(page), [])
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("show what the words of consent become, ask what is ambiguous, and lift a refusal only with a reason", () =>
    Effect.gen(function* () {
      const { page, origin, base, account, complaints } = yield* merchant
      yield* Effect.promise(async () => {
        const contact = { email: "rené@example.com", email_consent: "unsubscribed" }
        await callApi(page, `/accounts/${account}/contacts`, contact)
        await page.goto(`${origin}/dashboard${base}/imports`)
        const start = async (name: string, text: string) => {
          // An empty list has a button of its own.
          await page.getByRole("button", { name: "New import" }).first().click()
          const choosing = page.waitForEvent("filechooser")
          await page.getByRole("button", { name: "File" }).click()
          await (await choosing).setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text, "latin1") })
        }
        const submit = page.getByRole("button", { name: "Import", exact: true })
        await start(
          "klaviyo.csv",
          "Email;Klaviyo ID;First Name;Email Marketing Consent;Predicted Gender\nrené@example.com;1;René;SUBSCRIBED;x\n"
        )
        await page.getByText("Recognized as an export of Klaviyo profiles").waitFor()
        assert.strictEqual(await page.getByLabel("Encoding").inputValue(), "windows-1252")
        assert.strictEqual(await page.getByLabel("Columns separated by").inputValue(), ";")
        await page.getByRole("row", { name: "Email Marketing Consent SUBSCRIBED (1) subscribed" }).waitFor()
        await page.getByText("Left out: Klaviyo ID, Predicted Gender").waitFor()
        await page.getByLabel(/^Let this file resubscribe people/).check()
        assert.isTrue(await submit.isDisabled())
        await page.getByLabel("Reason").fill("Asked at the till")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await submit.click()
        await page
          .getByRole("row", { name: /klaviyo\.csv/ })
          .getByText("finished")
          .waitFor()
        await page.goto(`${origin}/dashboard${base}/contacts`)
        await page.getByRole("link", { name: "rené@example.com" }).click()
        await page.getByRole("tab", { name: "Consent" }).click()
        const reason = page.getByRole("cell", { name: "Asked at the till" }).first()
        await reason.waitFor()
        const isWhole = await reason.evaluate((cell) =>
          [cell, ...cell.querySelectorAll("*")].every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
        )
        assert.isTrue(isWhole)

        await page.goto(`${origin}/dashboard${base}/imports`)
        await start("dates.csv", "order_id,email,total,currency,order_date\n1,a@example.com,5,USD,11/05/2026\n")
        await page.getByText("Both are possible in this file").waitFor()
        assert.isTrue(await submit.isDisabled())
        await page.getByLabel("Dates").selectOption("mdy")
        await submit.click()
        await page
          .getByRole("row", { name: /dates\.csv/ })
          .getByText("finished")
          .waitFor()
        await start("people.csv", "email,phone,Points\na@example.com,4532123456,120\nb@example.com,+4532123457,99\n")
        await page.getByLabel("Type").selectOption("contacts")
        await page.getByRole("button", { name: "Keep all other columns as custom fields" }).click()
        assert.strictEqual(await page.getByLabel("Values of Points").inputValue(), "number")
        await page.getByText("Both are possible in this file").waitFor()
        assert.isTrue(await submit.isDisabled())
        await page.getByLabel("Phones without a plus sign").selectOption("international")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await submit.click()
        await page
          .getByRole("row", { name: /people\.csv/ })
          .getByText("finished")
          .waitFor()
        const people = JSON.stringify(await callApi(page, `/accounts/${account}/contacts`))
        assert.include(people, '"phone":"+4532123456"')
        assert.include(people, '"Points":120')
        const order: unknown = (await callApi(page, `/accounts/${account}/orders/1`))["order"]
        assert.strictEqual(Object(order).placed_at, "2026-11-05T00:00:00Z")
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.live("upload nothing of a file that cannot be imported", () =>
    Effect.gen(function* () {
      const { page, origin, base } = yield* merchant
      yield* Effect.promise(async () => {
        const large = join(inject("scratch"), "large.csv")
        await writeFile(large, "order_id\n")
        await truncate(large, 512 * 1024 * 1024 + 1)
        await page.goto(`${origin}/dashboard${base}/imports`)
        await page.getByRole("button", { name: "New import" }).first().click()
        const choose = async (file: Parameters<FileChooser["setFiles"]>[0]) => {
          const choosing = page.waitForEvent("filechooser")
          await page.getByRole("button", { name: "File" }).click()
          await (await choosing).setFiles(file)
        }
        await choose(large)
        await page.getByText("larger than 512 MB").waitFor()
        const submit = page.getByRole("button", { name: "Import", exact: true })
        assert.isTrue(await submit.isDisabled())
        await choose({ name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("") })
        await page.getByText("The file is empty").waitFor()
        await choose({ name: "odd.ndjson", mimeType: "text/plain", buffer: Buffer.from([0x7b, 0xff, 0xfe]) })
        await page.getByText("save it as UTF-8").waitFor()
        assert.isTrue(await submit.isDisabled())
        const zip = (name: string) =>
          Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(26), Buffer.from(name)])
        await choose({ name: "shop.xlsx", mimeType: "application/zip", buffer: zip("[Content_Types].xml") })
        await page.getByText("Save as → CSV UTF-8").waitFor()
        assert.isTrue(await submit.isDisabled())
        await choose({ name: "shop.zip", mimeType: "application/zip", buffer: zip("shop.csv") })
        await page.getByText("Unpack it").waitFor()
        const wide = Buffer.from(`order_id${",x".repeat(600)}\n`)
        await choose({ name: "wide.csv", mimeType: "text/csv", buffer: wide })
        await page.getByText("more than 500 columns").waitFor()
        assert.isTrue(await submit.isDisabled())
        await choose({ name: "shop.csv", mimeType: "text/csv", buffer: Buffer.from(csv) })
        await page.getByLabel("Column Total").waitFor()
        assert.isFalse(await submit.isDisabled())
        await page.getByLabel("Column Remark").selectOption("email")
        await page.getByText('"Remark" would be imported to the same field as "Email"').waitFor()
        assert.isTrue(await submit.isDisabled())
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByLabel("Column Remark").selectOption("")
        assert.isFalse(await submit.isDisabled())
      })
    })
  )

  it.live("resume with the same file after an interruption", () =>
    Effect.gen(function* () {
      const { page, origin, base, account } = yield* merchant
      yield* Effect.promise(async () => {
        const line = (order_id: number) =>
          JSON.stringify({ order_id, email: "a@b.co", total: 1, currency: "USD", order_date: "2026-01-01T00:00:00Z" })
        const lines = `${line(1)}\n${line(2)}\n`
        const input = { ...ndjsonFile("orders", lines.length), file_name: "orders.ndjson" }
        const made = await callApi(page, `/accounts/${account}/imports`, input)
        const path = `/dashboard/api/accounts/${account}/imports/${String(made["id"])}`
        await page.request.put(`${origin}${path}/file?from=0`, {
          headers: { "content-type": "application/octet-stream" },
          data: Buffer.from(lines.slice(0, lines.length - 10))
        })
        await page.goto(`${origin}/dashboard${base}/imports`)
        const choosing = page.waitForEvent("filechooser")
        await page.getByRole("button", { name: "Continue" }).click()
        const file = { name: "orders.ndjson", mimeType: "application/x-ndjson", buffer: Buffer.from(lines) }
        await (await choosing).setFiles(file)
        await page.getByText("2 of 2").waitFor()
      })
    })
  )
})
