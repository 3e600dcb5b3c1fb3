import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { budgetOfPath, publicPaths } from "../../src/http/server/publicPaths.ts"
import { Messages } from "../../src/outbound/sending/Messages.ts"
import { ShortLinks } from "../../src/store/messages/ShortLinks.ts"
import { newClientAddress, onEitherOverSocket, Origin, send } from "../support/http/http.ts"
import { links } from "../support/http/links.ts"
import { newMessage, seedContact } from "../support/messages/messages.ts"
import { seedAccount } from "../support/database/seed.ts"

type Headers = Record<string, string>

/** Repeats a request until its address has used up its budget; a window of a minute may begin meanwhile. */
const untilLimited = (url: string, init: RequestInit) =>
  Effect.gen(function* () {
    for (let count = 1; count <= 200; count++) {
      const answer = yield* send(url, init)
      if (answer.status === 429) return answer
    }
    return assert.fail(`${url} has no limit`)
  })

const title = (text: string) => /<title>([^<]+)<\/title>/.exec(text)?.[1]

onEitherOverSocket("every public path", (it) => {
  it.effect(
    "draws on the budget that the table names, and answers people by a page in their language and programs by JSON",
    () =>
      Effect.gen(function* () {
        const origin = yield* Origin
        const headers: Headers = { ...newClientAddress(), "accept-language": "de" }
        for (const { method, path, budget, answer } of publicPaths) {
          const url = origin + path.replace(/:\w+/, "unknown")
          const init = { method, headers, redirect: "manual" as const }
          yield* untilLimited(`${origin}/openapi.json`, { headers })
          const response = budget === "address" ? yield* untilLimited(url, init) : yield* send(url, init)
          const label = `${method} ${path}: ${response.status}`
          const found = path === "/site.js"
          assert.strictEqual(response.status, budget === "address" ? 429 : found ? 200 : 404, label)
          if (found) continue
          if (response.status === 429) assert.match(response.headers.get("retry-after") ?? "", /^[1-9]\d*$/, label)
          const type = response.headers.get("content-type") ?? ""
          if (answer === "page") {
            assert.match(type, /^text\/html/, label)
            assert.match(response.headers.get("content-security-policy") ?? "", /default-src 'none'/, label)
            assert.match(
              title(response.text) ?? "",
              response.status === 429 ? /^Zu viele Versuche/ : /^Dieser Link/,
              label
            )
          } else {
            assert.match(type, /^application\/json/, label)
            assert.strictEqual(response.json.error.code, response.status === 429 ? "rate_limited" : "not_found", label)
          }
        }
        assert.isUndefined(budgetOfPath("GET", "/v1/orders"))
        assert.strictEqual(budgetOfPath("HEAD", "/s/AAAAAAAA"), "guesses")
      })
  )

  it.effect(
    "of a short link looks up no code for an address that has guessed too often, and other calls of it go on",
    () =>
      Effect.gen(function* () {
        const origin = yield* Origin
        const { account_id } = yield* seedAccount()
        const contact = yield* seedContact(account_id)
        yield* Effect.provide(
          Effect.flatMap(Messages, (messages) => messages.record([newMessage(contact)])),
          Messages.layer
        )
        const sql = yield* SqlClient.SqlClient
        const [message] = yield* sql<{
          message_id: string
        }>`SELECT message_id FROM messages WHERE account_id = ${account_id}`
        const ref = { account_id, message_id: message?.message_id ?? "" }
        const { code } = links.shorten(ref, "https://shop.example/", 0)
        assert.isTrue(
          yield* (yield* ShortLinks).save({ ...ref, attempts: 0 }, [{ code, url: "https://shop.example/" }])
        )
        const open = (headers: Headers, name = code) => send(`${origin}/s/${name}`, { headers, redirect: "manual" })
        const guesser = newClientAddress()
        // A visit that finds its link is no guess.
        for (let count = 0; count < 70; count++) assert.strictEqual((yield* open(guesser)).status, 302)
        const found = Effect.gen(function* () {
          yield* untilLimited(`${origin}/s/AAAAAAAA`, { headers: guesser })
          return (yield* open(guesser)).status
        })
        // Once more if a minute has begun between the two.
        assert.include([yield* found, yield* found], 429)
        assert.strictEqual((yield* open(newClientAddress())).status, 302)
        assert.strictEqual((yield* send(`${origin}/openapi.json`, { headers: guesser })).status, 200)
      }).pipe(Effect.provide(ShortLinks.layer))
  )
})
