import type { Reporter, SerializedError, TestModule } from "vitest/node"

/** Ends the output with one plain line, `N passed, N failed`. A file or suite that broke outside its tests counts as a failure. */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<SerializedError>): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const count = (wanted: string) => states.filter((state) => state === wanted).length
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const broken = suites.reduce((sum, suite) => sum + suite.errors().length, errors.length)
    const skipped = count("skipped") + count("pending")
    const totals = `${count("passed")} passed, ${count("failed") + broken} failed`
    process.stdout.write(`${totals}${skipped > 0 ? `, ${skipped} skipped` : ""}\n`)
  }
}
