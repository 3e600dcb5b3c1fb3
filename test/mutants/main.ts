// npm run mutants [-- <words of a rule, or of a test's file> | 1/3 for every third]: the service with one rule broken at a time; the tests that must see it.
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { editedFiles } from "./anchors.ts"
import { buildWith, copyWith } from "./build.ts"
import { type Mutant, mutants } from "./mutants.ts"

const root = join(import.meta.dirname, "../..")
const vitest = join(root, "node_modules/.bin/vitest")
const scratch = mkdtempSync(join(tmpdir(), "tally-mutants-"))

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly status: string
    readonly message: string
    readonly assertionResults: ReadonlyArray<{
      readonly status: string
      readonly fullName: string
      readonly failureMessages: ReadonlyArray<string>
    }>
  }>
}

const patternOf = (name: string): string =>
  name
    .split(" … ")
    .map((part) => RegExp.escape(part))
    .join(".*")

const startsServers = ([file]: Mutant["tests"][number]): boolean =>
  /^test\/(?:fuzz|browser)\//.test(file) ||
  /support\/\w+\/(?:processes|serving)\.ts/.test(readFileSync(join(root, file), "utf8"))

/** How the tests end with those edits, in a build of its own where they start servers: the first failure, or null. */
const failureOf = (name: string, { edits, tests, failsToStart, neverEnds, timed, isRead }: Mutant): string | null => {
  const report = join(scratch, "report.json")
  rmSync(report, { force: true })
  const [files, names] = [[...new Set(tests.map(([file]) => file))], tests.map(([, words]) => words)]
  const edited = editedFiles(edits)
  const cwd = isRead === true ? copyWith(name, edited) : root
  const settings =
    isRead === true
      ? {}
      : tests.some(startsServers)
        ? { TALLY_MAIN: buildWith(name, edited) }
        : { TALLY_EDITS: JSON.stringify([...edited]) }
  const options = ["--config=test/mutants/vitest.config.ts", "--bail=1", "--reporter=json", `--outputFile=${report}`]
  const pattern = names.map(patternOf).join("|")
  // Some rules meet few of the requests that the fuzz makes up.
  const env = {
    FUZZ_COUNT: "4000",
    SUITES_ON: "both",
    ...(timed === true ? { FUZZ_TIMED: "1" } : {}),
    ...process.env,
    ...settings
  }
  const { error } = spawnSync(vitest, ["run", ...files, "-t", pattern, ...options], {
    cwd,
    env,
    stdio: "ignore",
    timeout: 400_000
  })
  if (!existsSync(report)) {
    if (neverEnds === true && error?.message.includes("ETIMEDOUT") === true) return "The tests did not end"
    throw new Error("The tests did not end")
  }
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report
  const unread = testResults.find(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0
  )
  if (unread !== undefined) throw new Error(unread.message)
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed" || status === "failed")
  const missing = names.find((words) => !ran.some(({ fullName }) => new RegExp(patternOf(words)).test(fullName)))
  // A test that fails with a value that is no error has no message.
  const failure = ran
    .filter(({ status }) => status === "failed")
    .map(({ failureMessages }) => failureMessages[0] || "failed")[0]
  if (failure === undefined && missing !== undefined) throw new Error(`No test is called "${missing}"`)
  if (failsToStart !== true && failure?.includes("did not get ready")) throw new Error(failure)
  return failure?.split("\n")[0] ?? null
}

const wanted = process.argv.slice(2).join(" ")
const [, part, of] = /^(\d+)\/(\d+)$/.exec(wanted) ?? []
const chosen = mutants.filter(({ rule, tests }, at) =>
  part !== undefined
    ? at % Number(of) === Number(part) - 1
    : [rule, ...tests.map(([file]) => file)].some((words) => words.includes(wanted))
)
let survivors = 0
for (const mutant of chosen) {
  const name = mutant.rule.replaceAll(/\W+/g, "-")
  const started = Date.now()
  try {
    const failure = failureOf(name, mutant)
    const seconds = Math.round((Date.now() - started) / 1_000)
    if (failure === null) survivors++
    console.log(failure === null ? `SURVIVED  ${mutant.rule}` : `caught    ${mutant.rule} (${seconds} s): ${failure}`)
  } catch (error) {
    survivors++
    console.log(`BROKEN    ${mutant.rule}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
rmSync(scratch, { recursive: true, force: true })
console.log(`${chosen.length} mutants, ${chosen.length - survivors} caught`)
process.exitCode = survivors === 0 && chosen.length > 0 ? 0 : 1
