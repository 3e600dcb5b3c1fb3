import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { operator, operatorBrowser } from "../support/browser/dashboard.ts"
import { databaseLayer, postgres } from "../support/database/databases.ts"
import { originLayer } from "../support/http/http.ts"
import { seedContact } from "../support/messages/messages.ts"
import { httpServer } from "../support/messages/providers.ts"

const scored = (action: string) => JSON.stringify({ score: 7, required_score: 15, action, symbols: {} })

const detail = "The spam filter would put it into the spam folder (7.0 points; from 15.0 on it refuses mail)"

/** The lines of a campaign's checklist about spam, and the answer to a test of its mail, by a service with these settings. */
const checked = (settings: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const { call, account } = yield* operatorBrowser
    const { contact_id } = yield* seedContact(account, { email: "private@example.com", phone: null })
    const translations = { de: { subject: "Gratis", html: "<p>Alles</p>" } }
    const content = { subject: "Free", html: "<p>All of it</p>", language: "en", translations }
    const made = yield* call("POST", `/accounts/${account}/campaigns`, {
      name: "Mail",
      channel: "email",
      variants: [content],
      audience: { all: true, include: [], exclude: [] }
    })
    const review = yield* call("POST", `/accounts/${account}/campaigns/${made.json.data.id}/review`)
    const lines = review.json.data.checklist.filter(({ check }: { readonly check: string }) => check === "spam")
    const test = yield* call("POST", `/accounts/${account}/flows/preview/send`, {
      trigger: "campaign",
      step: { id: "s", type: "send_email", ...content },
      contact_id,
      to: operator.email
    })
    return { lines, test: test.json.data }
  }).pipe(Effect.provide(originLayer(settings)), Effect.provide(databaseLayer(postgres)))

it.live("the checklist of a campaign and a test mail say what the spam filter holds against each language", () =>
  Effect.gen(function* () {
    const filter = yield* httpServer((response, { body }) =>
      response.writeHead(200).end(scored(body.includes("Subject: Free") ? "add header" : "no action"))
    )
    const { lines, test } = yield* checked({ RSPAMD_URL: filter.url })
    assert.deepStrictEqual(
      lines.map(({ language, passed }: { readonly language?: string; readonly passed: boolean }) => [language, passed]),
      [
        ["en", false],
        ["de", true]
      ]
    )
    assert.strictEqual(lines[0].detail, detail)
    assert.deepStrictEqual(test, { status: "captured", spam: { passed: false, detail } })
    for (const { body } of filter.received) assert.notInclude(body, "private@example.com")
  })
)

it.live("a filter that is away fails neither the review nor a test mail", () =>
  Effect.gen(function* () {
    const { lines, test } = yield* checked({ RSPAMD_URL: "http://127.0.0.1:9" })
    const away = "The spam filter could not be asked: it can't be reached. Try again later"
    assert.deepStrictEqual(
      lines.map(({ detail: words }: { readonly detail: string }) => words),
      [away, away]
    )
    assert.deepStrictEqual(test, { status: "captured", spam: { passed: false, detail: away } })
  })
)

it.live("nothing is said of spam without a filter", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* checked({}), { lines: [], test: { status: "captured" } })
  })
)
