import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { hasChromium, visit } from "./browser.ts"
import { owner, signIn, startOwned } from "./merchant.ts"

const assets = join(import.meta.dirname, "../../dist/dashboard/assets")
const maxKilobytes = 300

/** The transferred bytes of a file. */
const gzipped = (url: string): number =>
  gzipSync(readFileSync(join(assets, new URL(url).pathname.split("/").at(-1) ?? ""))).length

describe.skipIf(!hasChromium)("the first load", () => {
  it.live("of the sign-in, home and flows pages loads at most 300 KB of gzipped script each", () =>
    Effect.gen(function* () {
      const { origin } = yield* startOwned
      const { page } = yield* visit()
      yield* Effect.promise(async () => {
        // The moment at which the page has its heading, or the sign-in its button. All scripts that it needs for that have arrived then; charts load
        // their library afterwards.
        await page.addInitScript(() => {
          new MutationObserver((_, observer) => {
            if (document.querySelector("h1, button[type=submit]") === null) return
            Reflect.set(window, "shownAt", performance.now())
            observer.disconnect()
          }).observe(document, { childList: true, subtree: true })
        })
        const load = async (name: string, path: string, ready: string) => {
          const started = performance.now()
          await page.goto(`${origin}/dashboard${path}`)
          await page
            .getByRole(ready === "Sign in" ? "button" : "heading", { name: ready })
            .first()
            .waitFor()
          const took = performance.now() - started
          const scripts = await page.evaluate(() =>
            performance
              .getEntriesByType("resource")
              .filter(
                (script) =>
                  script instanceof PerformanceResourceTiming && script.responseEnd <= Reflect.get(window, "shownAt")
              )
              .filter(({ name: url }) => /[.]js$/.test(url))
              .map(({ name: url }) => url)
          )
          const kilobytes = [...new Set(scripts)].reduce((sum, url) => sum + gzipped(url), 0) / 1024
          console.log(`${name}: ${kilobytes.toFixed(0)} KB of script, there after ${took.toFixed(0)} ms`)
          assert.isAbove(kilobytes, 100, name)
          assert.isBelow(kilobytes, maxKilobytes, name)
        }
        await load("sign-in", "/sign-in", "Sign in")
        const base = await signIn(page, origin)
        assert.include(base, "/a/", owner.email)
        await load("home", `${base}/`, "Home")
        await load("flows", `${base}/flows`, "Flows")
      })
    })
  )
})
