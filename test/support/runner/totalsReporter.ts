import { existsSync, readFileSync, writeFileSync } from "node:fs"
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from "vitest/node"

interface Totals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** The sum of these totals and those in the file that `TOTALS_FILE` names, where it is kept for the next run. */
const addEarlier = (totals: Totals): Totals => {
  const file = process.env["TOTALS_FILE"]
  if (file === undefined) return totals
  const text = existsSync(file) ? readFileSync(file, "utf8") : ""
  const earlier: Totals = text === "" ? { passed: 0, failed: 0, skipped: 0 } : JSON.parse(text)
  const sum = {
    passed: earlier.passed + totals.passed,
    failed: earlier.failed + totals.failed,
    skipped: earlier.skipped + totals.skipped
  }
  writeFileSync(file, JSON.stringify(sum))
  return sum
}

/** Ends the output with one plain line, `N passed, N failed`. An error outside the tests of a file or suite counts as a failure. */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    errors: ReadonlyArray<SerializedError>,
    reason: TestRunEndReason
  ): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const count = (wanted: string) => states.filter((state) => state === wanted).length
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const broken = suites.reduce((sum, suite) => sum + suite.errors().length, errors.length)
    const failures = count("failed") + broken
    const { passed, failed, skipped } = addEarlier({
      passed: count("passed"),
      // A run can also fail before it has found a test.
      failed: reason === "passed" ? failures : Math.max(1, failures),
      skipped: count("skipped") + count("pending")
    })
    process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`)
  }
}
