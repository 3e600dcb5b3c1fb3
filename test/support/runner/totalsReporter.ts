import { existsSync, readFileSync, writeFileSync } from "node:fs"
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from "vitest/node"

interface Totals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** File, names and first error of each failure. */
  readonly failures: ReadonlyArray<string>
}

/** The sum of these totals and those in the file that `TOTALS_FILE` names, where it is kept for the next run. */
const addEarlier = (totals: Totals): Totals => {
  const file = process.env["TOTALS_FILE"]
  if (file === undefined) return totals
  const text = existsSync(file) ? readFileSync(file, "utf8") : ""
  const earlier: Totals = text === "" ? { passed: 0, failed: 0, skipped: 0, failures: [] } : JSON.parse(text)
  const sum = {
    passed: earlier.passed + totals.passed,
    failed: earlier.failed + totals.failed,
    skipped: earlier.skipped + totals.skipped,
    failures: [...earlier.failures, ...totals.failures]
  }
  writeFileSync(file, JSON.stringify(sum))
  return sum
}

/** The message of an error and the first lines of its stack that are in files of this project. */
const firstLines = (error: SerializedError | undefined): string =>
  (error?.stack ?? error?.message ?? "no error")
    .split("\n")
    .filter((line) => !line.includes("node_modules") && !line.includes("new Promise"))
    .slice(0, 12)
    .join("\n")

/**
 * Ends the output with all failures once more, since the first run's scroll away, and one plain line, `N passed, N failed`.
 * An error outside the tests of a file or suite counts as a failure.
 */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    errors: ReadonlyArray<SerializedError>,
    reason: TestRunEndReason
  ): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const states = tests.map((test) => test.result().state)
    const count = (wanted: string) => states.filter((state) => state === wanted).length
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const broken = suites.reduce((sum, suite) => sum + suite.errors().length, errors.length)
    const failures = count("failed") + broken
    const totals = addEarlier({
      passed: count("passed"),
      // A run can also fail before it has found a test.
      failed: reason === "passed" ? failures : Math.max(1, failures),
      skipped: count("skipped") + count("pending"),
      failures: [
        ...tests
          .filter((test) => test.result().state === "failed")
          .map((test) => `${test.module.moduleId} > ${test.fullName}\n${firstLines(test.result().errors?.[0])}`),
        ...suites.flatMap((suite) => suite.errors().map(firstLines)),
        ...errors.map(firstLines)
      ]
    })
    for (const failure of totals.failures) process.stdout.write(`\nFAILED ${failure}\n`)
    process.stdout.write(
      `${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ""}\n`
    )
  }
}
