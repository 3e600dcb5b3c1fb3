import type { Reporter, SerializedError, TestModule, TestRunEndReason } from "vitest/node"

/** Ends the output with one plain line, `N passed, N failed`. A file or suite that broke outside its tests counts as a failure. */
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
    const skipped = count("skipped") + count("pending")
    const failed = count("failed") + broken
    // A run can also fail before any test is there to fail.
    const totals = `${count("passed")} passed, ${reason === "passed" ? failed : Math.max(1, failed)} failed`
    process.stdout.write(`${totals}${skipped > 0 ? `, ${skipped} skipped` : ""}\n`)
  }
}
