import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFile, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { FileChooser } from "playwright-core"
import { inject } from "vitest"
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
        await page.getByRole("button", { name: "New import" }).click()
        const choosing = page.waitForEvent("filechooser")
        await page.getByRole("button", { name: "File" }).click()
        await (await choosing).setFiles({ name: "shop.csv", mimeType: "text/csv", buffer: Buffer.from(csv) })
        assert.strictEqual(await page.getByLabel("Column Total").inputValue(), "total")
        assert.strictEqual(await page.getByLabel("Column Remark").inputValue(), "")
        await page.getByLabel("Column Remark").selectOption("customer_id")
        assert.deepStrictEqual(await seriousFindings(page), [])
        await page.getByRole("button", { name: "Import", exact: true }).click()
        await page.getByText("1 of 2").waitFor()
        const row = page.getByRole("row", { name: /shop\.csv/ })
        await row.getByText("finished").waitFor()
        const download = page.waitForEvent("download")
        await row.getByRole("link", { name: "1 failed: download" }).click()
        const failures = await readFile(await (await download).path(), "utf8")
        assert.strictEqual(failures, 'row,field,problem\r\n4,"total","Must be a number, zero or more"\r\n')
        const order: unknown = (await callApi(page, `/accounts/${account}/orders/901`))["order"]
        assert.deepInclude(order, {
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

  it.live("upload nothing of a file that cannot be imported", () =>
    Effect.gen(function* () {
      const { page, origin, base } = yield* merchant
      yield* Effect.promise(async () => {
        const large = join(inject("scratch"), "large.csv")
        await writeFile(large, "order_id\n")
        await truncate(large, 128 * 1024 * 1024 + 1)
        await page.goto(`${origin}/dashboard${base}/imports`)
        await page.getByRole("button", { name: "New import" }).click()
        const choose = async (file: Parameters<FileChooser["setFiles"]>[0]) => {
          const choosing = page.waitForEvent("filechooser")
          await page.getByRole("button", { name: "File" }).click()
          await (await choosing).setFiles(file)
        }
        await choose(large)
        await page.getByText("larger than 128 MB").waitFor()
        const submit = page.getByRole("button", { name: "Import", exact: true })
        assert.isTrue(await submit.isDisabled())
        await choose({ name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("") })
        await page.getByText("The file is empty").waitFor()
        await choose({ name: "odd.ndjson", mimeType: "text/plain", buffer: Buffer.from([0x7b, 0xff, 0xfe]) })
        await page.getByText("save it as UTF-8").waitFor()
        assert.isTrue(await submit.isDisabled())
        await choose({ name: "shop.csv", mimeType: "text/csv", buffer: Buffer.from(csv) })
        await page.getByLabel("Column Total").waitFor()
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
        const made = await callApi(page, `/accounts/${account}/imports`, {
          kind: "orders",
          file_name: "orders.ndjson",
          file_size: lines.length,
          layout: JSON.stringify({ headers: [], targets: [] })
        })
        const records = [{ row: 1, body: line(1) }]
        await callApi(page, `/accounts/${account}/imports/${String(made["id"])}/records`, { from: 0, records })
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
