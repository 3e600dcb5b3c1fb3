import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ShopPage } from "./shop.ts"

const executable = ["/usr/bin/firefox-esr", "/usr/bin/firefox", process.env["FIREFOX"] ?? ""].find(
  (path) => path !== "" && existsSync(path)
)

/** Without Firefox its tests are skipped, with a note in the output. */
export const hasFirefox = executable !== undefined
if (!hasFirefox) console.warn("No Firefox here, so its browser tests are skipped: apt-get install firefox-esr")

// Nothing but the test's own pages is called.
const quiet = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.newtabpage.enabled": false,
  "browser.region.update.enabled": false,
  "browser.safebrowsing.downloads.remote.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.dns.disablePrefetch": true,
  "services.settings.server": "data:,",
  "toolkit.telemetry.enabled": false
}

interface Answer {
  readonly id?: number
  readonly type: "success" | "error" | "event"
  readonly result?: Record<string, unknown>
  readonly error?: string
  readonly message?: string
}

type Command = (method: string, params: object) => Promise<Record<string, unknown>>

/** Commands of WebDriver BiDi over a socket, each with the answer of its own number. */
const commandsOf = async (address: string): Promise<{ readonly command: Command; readonly close: () => void }> => {
  const socket = new WebSocket(address)
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  socket.addEventListener("message", ({ data }) => {
    const answer: Answer = JSON.parse(String(data))
    const call = answer.id === undefined ? undefined : waiting.get(answer.id)
    if (answer.type === "error") call?.reject(new Error(`${answer.error}: ${answer.message}`))
    else call?.resolve(answer.result ?? {})
  })
  await once(socket, "open")
  let last = 0
  const command: Command = (method, params) => {
    const call = Promise.withResolvers<Record<string, unknown>>()
    waiting.set(++last, call)
    socket.send(JSON.stringify({ id: last, method, params }))
    return call.promise
  }
  return { command, close: () => socket.close() }
}

const started = async (profile: string) => {
  const browser = spawn(
    executable ?? "",
    ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile],
    { env: { PATH: process.env["PATH"], HOME: profile }, stdio: ["ignore", "ignore", "pipe"] }
  )
  const address = Promise.withResolvers<string>()
  let written = ""
  browser.stderr.on("data", (chunk: Buffer) => {
    written += chunk.toString()
    const [, found] = /BiDi listening on (ws:\S+)/.exec(written) ?? []
    if (found !== undefined) address.resolve(found)
  })
  browser.once("exit", () => address.reject(new Error(`Firefox ended: ${written}`)))
  const { command, close } = await commandsOf(`${await address.promise}/session`)
  await command("session.new", { capabilities: {} })
  const end = async () => {
    close()
    const ended = once(browser, "exit")
    browser.kill("SIGKILL")
    await ended
  }
  return { command, end }
}

const pageOf = async (command: Command): Promise<ShopPage> => {
  const { context } = await command("browsingContext.create", { type: "tab" })
  const run = async (expression: string): Promise<unknown> => {
    const { result } = await command("script.evaluate", {
      expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
      target: { context },
      awaitPromise: true
    })
    if (typeof result !== "object" || result === null || !("value" in result)) throw new Error(`Failed: ${expression}`)
    return JSON.parse(String(result.value))
  }
  return {
    goto: async (url) => void (await command("browsingContext.navigate", { context, url, wait: "complete" })),
    run,
    close: async () => void (await command("browsingContext.close", { context }))
  }
}

/** A page of a Firefox with a profile of its own, which ends with the scope. With `privacy` it sends Global Privacy Control. */
export const firefoxPage = ({ privacy = false }: { readonly privacy?: boolean } = {}) =>
  Effect.gen(function* () {
    const profile = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "tally-firefox-"))),
      // Its last processes may still write.
      (path) => Effect.promise(() => rm(path, { recursive: true, force: true, maxRetries: 10 }))
    )
    const settings = { ...quiet, "privacy.globalprivacycontrol.enabled": privacy }
    const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
    yield* Effect.promise(() => writeFile(join(profile, "user.js"), lines.join("\n")))
    const { command } = yield* Effect.acquireRelease(
      Effect.promise(() => started(profile)),
      ({ end }) => Effect.promise(end)
    )
    return yield* Effect.promise(() => pageOf(command))
  })
