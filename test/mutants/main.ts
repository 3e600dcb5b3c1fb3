// npm run mutants [-- <words of a rule>]: the service with one rule broken at a time; the tests that must see it.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildWith } from "./build.ts"
import { type Mutant, mutants } from "./mutants.ts"

const root = join(import.meta.dirname, "../..")
const vitest = join(root, "node_modules/.bin/vitest")
const scratch = mkdtempSync(join(tmpdir(), "tally-mutants-"))

interface Report {
  readonly testResults: ReadonlyArray<{
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

/** How the tests end against that build: the first failure, or null. */
const failureOf = ({ tests }: Mutant, main: string): string | null => {
  const report = join(scratch, "report.json")
  rmSync(report, { force: true })
  const [files, names] = [[...new Set(tests.map(([file]) => file))], tests.map(([, name]) => name)]
  spawnSync(
    vitest,
    ["run", ...files, "-t", names.map(patternOf).join("|"), "--bail=1", "--reporter=json", `--outputFile=${report}`],
    { cwd: root, env: { ...process.env, TALLY_MAIN: main }, stdio: "ignore", timeout: 400_000 }
  )
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== "skipped")
  const missing = names.find((name) => !ran.some(({ fullName }) => new RegExp(patternOf(name)).test(fullName)))
  if (missing !== undefined) throw new Error(`No test is called "${missing}"`)
  const [failure] = ran.flatMap(({ failureMessages }) => failureMessages)
  if (failure?.includes("did not get ready")) throw new Error(failure)
  return failure?.split("\n")[0] ?? null
}

const wanted = process.argv.slice(2).join(" ")
const chosen = mutants.filter(({ rule }) => rule.includes(wanted))
let survivors = 0
for (const mutant of chosen) {
  const name = mutant.rule.replaceAll(/\W+/g, "-")
  const started = Date.now()
  try {
    const failure = failureOf(mutant, buildWith(name, mutant.edits))
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
