import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { ServerResponse } from "node:http"
import { spamCheck } from "../../src/domain/content/SpamScore.ts"
import { SpamFilter } from "../../src/outbound/email/SpamFilter.ts"
import { settingsLayer } from "../support/database/databases.ts"
import { httpServer } from "../support/messages/providers.ts"
import { hasRspamd, rspamd } from "../support/messages/rspamd.ts"

const mail = {
  from_name: "Tea",
  from_email: "hello@tea.example",
  subject: "New teas are in",
  html: `<p>New teas are in. <a href="https://tea.example/new">Look at them</a></p><p><a href="https://tea.example/all">All teas</a></p>`,
  text: "New teas are in. Look at them (https://tea.example/new)\n\nAll teas (https://tea.example/all)\n"
}

const loud = {
  ...mail,
  subject: "FREE MONEY!!! WIN $$$ NOW",
  html: `<p><a href="http://192.0.2.1/win">https://bank.example/</a></p>`,
  text: "Win"
}

const filterAt = (RSPAMD_URL: string) => SpamFilter.layer.pipe(Layer.provide(settingsLayer({ RSPAMD_URL })))

const scoresAt = (url: string, mails = [mail]) =>
  Effect.flatMap(SpamFilter, (filter) => filter.score(mails)).pipe(Effect.provide(filterAt(url)))

const body = JSON.stringify({ score: 1.5, required_score: 15, action: "no action", symbols: {} })

const answering = (status: number, text: string) => (response: ServerResponse) => {
  response.writeHead(status).end(text)
}

it.live("a filter is asked as Rspamd is, with its password, and is not told who gets the mail", () =>
  Effect.gen(function* () {
    const server = yield* httpServer(answering(200, body))
    const url = server.url.replace("//", "//:sec%20ret@")
    assert.deepStrictEqual(yield* scoresAt(`${url}/`, [mail, loud]), [
      { _tag: "scored", points: 1.5, limit: 15, action: "no action", rules: [] },
      { _tag: "scored", points: 1.5, limit: 15, action: "no action", rules: [] }
    ])
    const asked = server.received.find(({ body: raw }) => raw.includes("New teas"))
    assert.deepInclude(asked, { method: "POST", path: "/checkv2" })
    assert.deepInclude(asked?.headers, { user: "tally", log: "no", password: "sec ret" })
    for (const header of ["From: Tea <hello@tea.example>", "To: reader@example.com", `Subject: ${mail.subject}`])
      assert.include(asked?.body, header)
    assert.include(asked?.body, "Content-Type: multipart/alternative")
  })
)

it.live("there is no score of a filter that refuses, answers without end, or is away, and the reason is said", () =>
  Effect.gen(function* () {
    const reasonOf = Effect.fnUntraced(function* (url: string) {
      const [score] = (yield* scoresAt(url)) ?? []
      return score?._tag === "unscored" ? score.reason : score
    })
    const refusing = yield* httpServer(answering(403, body))
    assert.strictEqual(yield* reasonOf(refusing.url), "it answered 403")
    const long = yield* httpServer((response) => {
      const write = () => response.write("x".repeat(64 * 1024), (error) => (error ? undefined : write()))
      response.writeHead(200)
      write()
    })
    assert.strictEqual(yield* reasonOf(long.url), "its answer is too long")
    const leading = yield* httpServer((response) => response.writeHead(302, { location: refusing.url }).end())
    assert.strictEqual(yield* reasonOf(leading.url), "it answered 302")
    assert.strictEqual(yield* reasonOf("http://127.0.0.1:9"), "it can't be reached")
  })
)

it.effect("a filter that hangs holds no more than 5 seconds, also with more mails than are asked about at once", () =>
  Effect.gen(function* () {
    const hanging = yield* httpServer(() => undefined)
    const asked = yield* Effect.forkChild(
      scoresAt(
        hanging.url,
        Array.from({ length: 20 }, () => mail)
      )
    )
    yield* hanging.arrived(8)
    yield* TestClock.adjust("5 seconds")
    const scores = (yield* Fiber.join(asked)) ?? []
    assert.lengthOf(scores, 20)
    for (const score of scores) assert.deepStrictEqual(score, { _tag: "unscored", reason: "it did not answer in time" })
  })
)

it.effect("without a filter nothing is asked, and an address that is none ends the start", () =>
  Effect.gen(function* () {
    assert.isUndefined(yield* scoresAt(""))
    const failed = yield* Effect.flip(scoresAt("localhost:11333"))
    assert.include(String(failed), "RSPAMD_URL")
  })
)

it.live.skipIf(!hasRspamd)(
  "Rspamd lets a plain mail pass, and finds what is loud (skipped without rspamd)",
  () =>
    Effect.gen(function* () {
      const { url } = yield* rspamd
      const [plain, shouted] = (yield* scoresAt(url, [mail, loud])) ?? []
      assert.isDefined(plain)
      assert.isDefined(shouted)
      assert.deepInclude(plain, { _tag: "scored", action: "no action", limit: 15 })
      assert.isTrue(spamCheck(plain).passed, spamCheck(plain).detail)
      const { passed, detail } = spamCheck(shouted)
      assert.isFalse(passed, detail)
      assert.match(detail, /SUBJ_ALL_CAPS \d\.\d \(All capital letters in subject\)/)
    }),
  180_000
)
