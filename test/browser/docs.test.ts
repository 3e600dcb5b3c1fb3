import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { embedded } from "../support/database/databases.ts"
import { startServer } from "../support/faults/processes.ts"
import { hasChromium, visit } from "./browser.ts"

describe.skipIf(!hasChromium)("the reference page", () => {
  it.live("shows an operation with its example, styled, within its Content-Security-Policy", () =>
    Effect.gen(function* () {
      const { origin } = yield* startServer(yield* embedded)
      const { page, complaints } = yield* visit({ viewport: { width: 1_300, height: 900 } })
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/docs`)
        await page.getByText("Create or update an order").first().click()
        for (const chrome of ["Share", "Generate SDKs", "Ask AI", "Open API Client"]) {
          assert.strictEqual(await page.getByText(chrome, { exact: true }).count(), 0, chrome)
        }
        const code = page.locator("pre code", { hasText: "/v1/orders/placed" }).first()
        await code.waitFor()
        // Numbered by an inline style of the page.
        assert.match((await code.getAttribute("style")) ?? "", /--line-count: \d+/)
        // A stylesheet blocked by the policy has no readable rules.
        const sheets = await page.evaluate(
          `Array.from(document.querySelectorAll("style"), ({ sheet }) => sheet !== null)`
        )
        assert.deepStrictEqual([...new Set(Array.isArray(sheets) ? sheets : [])], [true])
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
