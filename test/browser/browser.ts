import { Effect } from "effect"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", process.env["CHROMIUM"] ?? ""].find(
  (path) => path !== "" && existsSync(path)
)

/** Without Chromium these tests are skipped, with a note in the output. */
export const hasChromium = executablePath !== undefined
if (!hasChromium) console.warn("No Chromium here, so the browser tests are skipped: apt-get install chromium")

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

// Every wait has a condition; the timeout only matters on a busy machine.
const maxWait = 120_000

/** A page with its script errors and Content-Security-Policy violations. */
interface Visit {
  readonly page: Page
  readonly complaints: ReadonlyArray<string>
}

// One browser for all tests of a worker, which it ends with: a start takes a second of CPU. Contexts share nothing.
let browser: Promise<Browser> | undefined

const launch = (ignoreDefaultArgs: Array<string> = []): Promise<Browser> =>
  chromium.launch({ executablePath: executablePath ?? "", args: flags, timeout: maxWait, ignoreDefaultArgs })

const launched = (): Promise<Browser> => (browser ??= launch())

/** Opens a page in a context of its own, as a new browser would; closed with the scope. */
export const visit = (options: BrowserContextOptions = {}) =>
  Effect.gen(function* () {
    const context = yield* Effect.acquireRelease(
      // Elements that are fading in have no valid contrast.
      Effect.promise(async () => (await launched()).newContext({ reducedMotion: "reduce", ...options })),
      (open) => Effect.promise(() => open.close())
    )
    context.setDefaultTimeout(maxWait)
    const complaints: Array<string> = []
    const page = yield* Effect.promise(() => context.newPage())
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("console", (line) => {
      if (/Content Security Policy|Refused to/.test(line.text())) complaints.push(line.text())
    })
    return { page, complaints } satisfies Visit
  })

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js")

/** A page of a browser of its own, which keeps pages that are left and shows them again as they were; closed with the scope. */
export const visitKeepingPages = Effect.acquireRelease(
  Effect.promise(() => launch(["--disable-back-forward-cache"])),
  (own) => Effect.promise(() => own.close())
).pipe(Effect.flatMap((own) => Effect.promise(() => own.newPage())))

/** Shows the page in dark colors. */
export const showDark = async (page: Page): Promise<void> => {
  await page.emulateMedia({ colorScheme: "dark" })
  await page.waitForFunction(() => document.documentElement.getAttribute("data-mantine-color-scheme") === "dark")
}

/**
 * Serious and critical findings of axe-core on the page, by all its rules or by the one named. Runs outside the page's policy.
 */
export const seriousFindings = async (page: Page, rule?: string): Promise<ReadonlyArray<string>> => {
  const { readFile } = await import("node:fs/promises")
  await page.evaluate(await readFile(axe, "utf8"))
  // Colors that are on their way to others are none that anybody reads.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish()
  })
  const found: unknown = await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"]${rule === undefined ? "" : `, runOnly: ["${rule}"]`} }).then(({ violations }) => violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 120)).join(" | ")))`
  )
  return Array.isArray(found) ? found.map(String) : []
}
