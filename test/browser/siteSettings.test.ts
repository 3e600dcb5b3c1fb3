import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hasChromium, seriousFindings } from "./browser.ts"
import { merchant } from "./merchant.ts"

/** A call of a page of that origin. */
const callOf = (service: string, key: string, origin: string) =>
  fetch(`${service}/site/${key}`, {
    method: "POST",
    headers: { origin, "content-type": "text/plain;charset=UTF-8" },
    body: JSON.stringify({ visitor: "v".repeat(32), events: [] })
  })

describe.skipIf(!hasChromium)("the settings of the site", () => {
  it.live(
    "have the lines to paste, take the addresses, and show which page called last, and whose call was dropped",
    () =>
      Effect.gen(function* () {
        const { page, origin, base, complaints } = yield* merchant
        yield* Effect.promise(async () => {
          // The address that the service has by itself, without PUBLIC_URL.
          const service = origin.replace("127.0.0.1", "localhost")
          await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
          await page.goto(`${origin}/dashboard${base}/settings/site`)
          await page.getByRole("heading", { name: "No call yet" }).waitFor()
          const key = await page.getByLabel("key of the site", { exact: true }).innerText()
          await page.getByRole("button", { name: "Copy lines to paste" }).click()
          await page.getByRole("button", { name: "Copy lines to paste" }).getByText("Copied").waitFor()
          // For a second the button says something else than its name.
          await page.getByText("Copied").waitFor({ state: "detached" })
          const lines = await page.evaluate(() => navigator.clipboard.readText())
          assert.strictEqual(lines.split("\n").length, 10)
          assert.strictEqual(lines.split("\n")[0], `<script async src="${service}/site.js" data-key="${key}"></script>`)
          // What is pasted unchanged calls nothing.
          assert.notMatch(lines, /^\s*tell\(/m)
          assert.strictEqual(
            await page.getByLabel("lines of the policy", { exact: true }).innerText(),
            `script-src ${service}\nconnect-src ${service}`
          )

          const addresses = page.getByRole("textbox", { name: "Addresses" })
          await addresses.fill("https://tea.example\ntea.example/shop")
          await page.getByRole("button", { name: "Save" }).click()
          await page.getByText("Must be the address of a site without a path").first().waitFor()
          assert.deepStrictEqual(await seriousFindings(page), [])
          await addresses.fill("https://Tea.example/")
          await page.getByRole("button", { name: "Save" }).click()
          await page.getByText("Saved.").waitFor()
          assert.strictEqual(await addresses.inputValue(), "https://tea.example")

          assert.strictEqual((await callOf(origin, key, "https://tea.example")).status, 204)
          assert.strictEqual((await callOf(origin, key, "https://cups.example")).status, 204)
          await page.getByRole("button", { name: "Look again" }).click()
          await page.getByText("Page of", { exact: true }).waitFor()
          await page.getByText(/A page of https:\/\/cups\.example called on/).waitFor()
          assert.deepStrictEqual(await seriousFindings(page), [])
          await page.emulateMedia({ colorScheme: "dark" })
          await page.waitForFunction(
            () => document.documentElement.getAttribute("data-mantine-color-scheme") === "dark"
          )
          assert.deepStrictEqual(await seriousFindings(page, "color-contrast"), [])
          await page.getByRole("button", { name: "Add https://cups.example" }).click()
          await page.getByText(/A page of https:\/\/cups\.example called on/).waitFor({ state: "detached" })
          await page.getByRole("button", { name: "Save" }).click()
          await page.getByText("Saved.").waitFor()
          await page.reload()
          await page.getByText("Page of", { exact: true }).waitFor()
          assert.strictEqual(await addresses.inputValue(), "https://tea.example\nhttps://cups.example")
        })
        // The refused addresses are a response with status 422.
        assert.deepStrictEqual(
          complaints.filter((text) => !text.includes("422")),
          []
        )
      })
  )

  it.live("are set by keyboard alone", () =>
    Effect.gen(function* () {
      const { page, origin, base } = yield* merchant
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/dashboard${base}/settings/site`)
        const addresses = page.getByRole("textbox", { name: "Addresses" })
        await addresses.waitFor()
        const tabTo = async (name: string) => {
          for (let presses = 0; presses < 80; presses++) {
            await page.keyboard.press("Tab")
            const focused = await page.evaluate(() => {
              const { activeElement: element } = document
              const labels =
                element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null
              return element?.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? element?.textContent ?? ""
            })
            if (focused === name) return
          }
          assert.fail(`Tab does not reach ${name}`)
        }
        await tabTo("Addresses")
        await page.keyboard.type("https://tea.example")
        await tabTo("My shop keeps the consent of its visitors itself")
        await page.keyboard.press("Space")
        await tabTo("Save")
        await page.keyboard.press("Enter")
        await page.getByText("Saved.").waitFor()
        const lines = page.getByLabel("lines to paste", { exact: true })
        assert.include(await lines.innerText(), ' data-consent="elsewhere"')
        await tabTo("Copy lines to paste")
        await page.keyboard.press("Enter")
        await page.getByText("Copied").waitFor()
      })
    })
  )
})
