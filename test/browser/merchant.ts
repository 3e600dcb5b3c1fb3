import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { postgres } from "../support/database/databases.ts"
import { startServer } from "../support/faults/processes.ts"
import { visit } from "./browser.ts"

export const owner = { email: "owner@example.com", password: "correct horse battery" }

/** The built program on a new PostgreSQL database, with an owner: a start takes half the processor time of an embedded one. */
export const startOwned = Effect.flatMap(postgres, (settings) =>
  startServer({ ...settings, OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password })
)

/** Signs in through the page, up to the home page of the first account. */
export const signIn = async (page: Page, origin: string): Promise<string> => {
  await page.goto(`${origin}/dashboard/sign-in`)
  await page.getByLabel("E-mail").fill(owner.email)
  await page.locator("input[type=password]").fill(owner.password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("heading", { name: "Home", level: 1 }).waitFor()
  return new URL(page.url()).pathname.replace("/dashboard", "").replace(/\/$/, "")
}

/** Calls the dashboard API with the session of the page. */
export const callApi = async (page: Page, path: string, body?: object): Promise<Record<string, unknown>> => {
  const response = await page.request.fetch(`${new URL(page.url()).origin}/dashboard/api${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { data: JSON.stringify(body) })
  })
  const answer: { readonly data: Record<string, unknown> } = await response.json()
  return answer.data
}

/** Creates a token of the account with the session of the page. */
export const newToken = async (page: Page, account: string): Promise<string> => {
  const scopes = ["orders_write", "contacts_read", "contacts_write", "events_write"]
  const { token } = await callApi(page, `/accounts/${account}/tokens`, { name: "Test", scopes, expires_in: null })
  return String(token)
}

/** Posts to the public API with a token. */
export const report = (origin: string, token: string, path: string, body: object) =>
  fetch(`${origin}/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })

export const notCountedYet = "Not counted yet; the service is asked again. Very many contacts take minutes."

/** The answer of a call in which very many contacts are not counted to the end. `seconds` is when to ask again. */
export const notCounted = (seconds: number) => ({
  status: 503,
  json: { error: { code: "internal_error", message: "Later" } },
  headers: { "retry-after": String(seconds) }
})

/**
 * Ends the session of the page once its own calls are answered, so that the next call of the test is the first to find it ended.
 * The page must show what it loads: before its first call, on a busy machine, it is idle too.
 */
export const endSession = async (page: Page): Promise<void> => {
  await page.waitForLoadState("networkidle")
  await page.context().clearCookies()
}

/**
 * Signs in by the API, which saves each test the two pages of a sign-in. The page shows a file of the origin then.
 * Gives the first account.
 */
const beginSession = async (page: Page, origin: string): Promise<string> => {
  await page.goto(`${origin}/dashboard/icon.svg`)
  const response = await page.request.post(`${origin}/dashboard/api/session`, { data: owner })
  assert.strictEqual(response.status(), 200, await response.text())
  const { data }: { readonly data: { readonly accounts: ReadonlyArray<{ readonly id: string }> } } =
    await response.json()
  return data.accounts[0]?.id ?? ""
}

/** Completes the account's sender, which flows with marketing e-mail need. */
const completeSender = async (page: Page, account: string): Promise<void> => {
  const sender = { from_name: "Tea", from_email: "hello@tea.example", postal_address: "1 Tea Street, London" }
  await page.request.fetch(`${new URL(page.url()).origin}/dashboard/api/accounts/${account}/sender`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    data: JSON.stringify(sender)
  })
}

/** A browser with a signed-in owner on the built program, whose account has a sender. The test opens the first page. */
export const merchant = Effect.gen(function* () {
  const { origin } = yield* startOwned
  const seen = yield* visit()
  const account = yield* Effect.promise(() => beginSession(seen.page, origin))
  const base = `/a/${account}`
  yield* Effect.promise(() => completeSender(seen.page, account))
  return { ...seen, origin, base, account }
})
