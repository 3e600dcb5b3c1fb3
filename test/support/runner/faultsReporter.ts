import { execFileSync } from "node:child_process"
import type { Reporter, TestCase, TestModule } from "vitest/node"
import { randomSeed } from "./runs.ts"

/** Prints a line for each report, each violation, and the totals: `n runs, n violations, worst figure`. */
export default class FaultsReporter implements Reporter {
  #runs = 0
  #worst = { share: 0, line: "none" }
  readonly #violations: Array<string> = []

  onUserConsoleLog({ content }: { readonly content: string }): void {
    for (const [line] of content.matchAll(/^skipped: .*$/gm)) console.log(line)
    for (const line of content.matchAll(/^run: (.*)$/gm)) {
      const report = line[1] ?? ""
      console.log(report)
      this.#runs += Number(/: (\d+) runs/.exec(report)?.[1] ?? 0)
      const figure = /worst (.*?) (\d+) of (\d+) \w+/.exec(report)
      const share = figure === null ? 0 : Number(figure[2]) / Number(figure[3])
      if (figure !== null && share > this.#worst.share) this.#worst = { share, line: report.split(";")[0] ?? "" }
    }
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state !== "failed") return
    this.#violations.push(test.fullName)
    console.log(`VIOLATED ${test.fullName}: ${errors?.[0]?.message ?? ""}`)
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<{ readonly message: string }>): void {
    const broken = [...modules.flatMap((module) => module.errors()), ...unhandled]
    for (const { message } of broken) console.log(`BROKEN ${message}`)
    const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim()
    const violations = this.#violations.length + broken.length
    console.log(`seed ${randomSeed}, commit ${commit}, nearest to its bar: ${this.#worst.line}`)
    console.log(
      `${this.#runs} runs, ${violations} violations, worst figure ${Math.round(100 * this.#worst.share)} % of its bar`
    )
  }
}
