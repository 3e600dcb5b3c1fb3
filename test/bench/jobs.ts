import { Effect } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { visit } from "../browser/browser.ts"
import { callApi, owner, signIn } from "../browser/merchant.ts"
import { freePort } from "../support/database/postgres.ts"
import { mailServer } from "../support/messages/providers.ts"
import { table } from "./figures.ts"
import { jobsOf } from "./jobs/jobs.ts"
import { Walker } from "./jobs/Walker.ts"
import { startOurs } from "./subjects.ts"

/** Products that a shop would have reported. */
const products = ["Green tea", "Black tea", "Cup"].map((title, at) => ({
  id: `tea-${at}`,
  title,
  url: `https://tea.example/${at}`,
  image_url: null,
  published: true,
  variants: [{ id: `v-${at}`, title: "One", price: at + 4.9, currency: "EUR", stock: 20 }]
}))

// A walk through the built dashboard by one merchant. `MAILS` names a directory that takes the mails, `SCREENSHOTS` one for a
// picture of the page at which a job failed.
const walk = Effect.gen(function* () {
  const directory = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "jobs-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  )
  const mail = yield* mailServer()
  const port = yield* Effect.promise(freePort)
  yield* Effect.acquireRelease(
    Effect.promise(() =>
      startOurs({
        port,
        env: {
          DATA_DIR: join(directory, "data"),
          OWNER_EMAIL: owner.email,
          OWNER_PASSWORD: owner.password,
          SMTP_ALLOW_PRIVATE: "true"
        }
      })
    ),
    ({ stop }) => Effect.promise(stop)
  )
  const { page } = yield* visit({ viewport: { width: 1280, height: 900 } })
  const walker = new Walker(page)
  yield* Effect.promise(async () => {
    const base = await signIn(page, `http://127.0.0.1:${port}`)
    for (const { id, ...product } of products) {
      await page.request.put(`http://127.0.0.1:${port}/dashboard/api/accounts/${base.slice(3)}/products/${id}`, {
        data: product,
        headers: { origin: `http://127.0.0.1:${port}` }
      })
    }
    for (const [at, { id, title }] of products.entries())
      await callApi(page, `/accounts/${base.slice(3)}/orders/placed`, {
        order_id: 900 + at,
        email: `buyer${at}@example.com`,
        total: 9,
        currency: "EUR",
        order_date: new Date().toISOString(),
        line_items: [{ product_id: id, title, quantity: 3 - at }]
      })
    await page.reload()
    try {
      for (const [name, job] of jobsOf(new URL(mail.url))) await walker.job(name, () => job(walker))
    } catch (failure) {
      const shots = process.env["SCREENSHOTS"]
      if (shots !== undefined) await page.screenshot({ path: join(shots, "job.png"), fullPage: true })
      throw failure
    } finally {
      const mails = process.env["MAILS"]
      if (mails !== undefined)
        for (const [at, { raw }] of mail.received.entries()) await writeFile(join(mails, `${at}.eml`), raw)
      table(
        ["job", "clicks", "keys", "seconds"],
        walker.figures.map(({ job, clicks, keys, seconds }) => [job, String(clicks), String(keys), seconds.toFixed(1)])
      )
    }
  })
})

await Effect.runPromise(Effect.scoped(walk))
process.exit(0)
