import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { hasChromium, seriousFindings } from "./browser.ts"
import { callApi, merchant } from "./merchant.ts"

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).press("Enter")
const named = (page: Page) => page.getByLabel("Name", { exact: true })
const shots = process.env["SCREENSHOTS"]

describe.skipIf(!hasChromium)("a draft of a campaign that somebody else saved meanwhile", () => {
  it.live("is loaded anew or overwritten by a decision, and not before", () =>
    Effect.gen(function* () {
      const { page, complaints, origin, base, account } = yield* merchant
      yield* Effect.promise(async () => {
        const { id } = await callApi(page, `/accounts/${account}/campaigns`, { name: "Spring", channel: "email" })
        const path = `/accounts/${account}/campaigns/${String(id)}`
        const saveElsewhere = (name: string) =>
          page.request.patch(`${new URL(page.url()).origin}/dashboard/api${path}`, { data: { name } })
        const nameOf = async () => (await callApi(page, path))["name"]
        const notice = page.getByRole("alert").filter({ hasText: "This campaign was changed elsewhere" })
        await page.goto(`${origin}/dashboard${base}/campaigns/${String(id)}`)

        await named(page).fill("Mine")
        await saveElsewhere("Theirs")
        await press(page, "Save draft")
        await notice.waitFor()
        assert.deepStrictEqual(await seriousFindings(page), [])
        if (shots !== undefined) await page.screenshot({ path: `${shots}/changed-elsewhere.png` })
        assert.strictEqual(await nameOf(), "Theirs")
        assert.strictEqual(await named(page).inputValue(), "Mine")
        await press(page, "Save mine as the newest")
        await page.getByText("Saved.", { exact: true }).waitFor()
        await notice.waitFor({ state: "detached" })
        assert.strictEqual(await nameOf(), "Mine")

        // The page knows its own save, and does not take it for another's.
        await named(page).fill("Mine again")
        await press(page, "Save draft")
        await page.getByRole("heading", { name: "Mine again", level: 1 }).waitFor()
        await saveElsewhere("Theirs again")
        await named(page).fill("Mine at last")
        await press(page, "Review")
        await notice.waitFor()
        await press(page, "Discard mine and load the newest")
        await notice.waitFor({ state: "detached" })
        assert.strictEqual(await named(page).inputValue(), "Theirs again")
        assert.strictEqual(await nameOf(), "Theirs again")
        assert.deepStrictEqual(complaints, [])
      })
    })
  )
})
