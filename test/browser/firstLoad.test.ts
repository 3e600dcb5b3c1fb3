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
        const scripts: Array<string> = []
        page.on("request", (request) => {
          if (request.resourceType() === "script") scripts.push(request.url())
        })
        const load = async (name: string, path: string, ready: string) => {
          // An empty cache, as on a first visit.
          scripts.length = 0
          const started = performance.now()
          await page.goto(`${origin}/dashboard${path}`)
          await page
            .getByRole(ready === "Sign in" ? "button" : "heading", { name: ready })
            .first()
            .waitFor()
          const took = performance.now() - started
          const kilobytes = [...new Set(scripts)].reduce((sum, url) => sum + gzipped(url), 0) / 1024
          console.log(`${name}: ${kilobytes.toFixed(0)} KB of script, there after ${took.toFixed(0)} ms`)
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
