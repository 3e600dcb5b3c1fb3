import type { Difference, FoundMessage } from "./compareMessages.ts"
import { messageLine } from "./compareMessages.ts"
import type { ScenarioIssue } from "./readScenario.ts"

/** What came of one file. `seconds` is how long it took, in real time. */
export type ScenarioOutcome =
  | { readonly _tag: "unreadable"; readonly issues: ReadonlyArray<ScenarioIssue> }
  | {
      readonly _tag: "ran"
      readonly name: string
      readonly seconds: number
      readonly found: ReadonlyArray<FoundMessage>
      readonly difference: (Difference & { readonly line: number }) | undefined
    }

export const isAsExpected = (outcome: ScenarioOutcome): boolean =>
  outcome._tag === "ran" && outcome.difference === undefined

// A long list says no more than its beginning.
const maxListed = 50

const differenceLines = (file: string, difference: Difference & { readonly line: number }): ReadonlyArray<string> => {
  const title = `  ${file}:${difference.line}: message ${difference.place + 1}`
  if (difference._tag === "missing") return [`${title} is expected and was not found`]
  if (difference._tag === "unexpected")
    return [`${title} was found and is not expected:`, `    ${messageLine(difference.found)}`]
  return [
    `${title} is not as expected:`,
    `    ${messageLine(difference.found)}`,
    ...difference.members.map(({ name, expected, found }) => `    ${name}: expected ${expected}, found ${found}`)
  ]
}

// Text of the file must not act on the terminal.
const controls = /[\p{Cc}\p{Bidi_Control}]/gu

/** The lines of a report about one file. Pure. */
export const scenarioReport = (file: string, outcome: ScenarioOutcome): ReadonlyArray<string> => {
  const lines = (): ReadonlyArray<string> => {
    if (outcome._tag === "unreadable") {
      const issues = outcome.issues.map(
        ({ line, field, message }) => `  ${file}:${line}: ${field === "" ? "" : `${field}: `}${message}`
      )
      return [`FAILED ${file}: can't be read`, ...issues]
    }
    const { name, seconds, found, difference } = outcome
    const count = found.length === 1 ? "1 message" : `${found.length} messages`
    if (difference === undefined) return [`ok ${file}: ${name} (${count}, ${seconds.toFixed(1)} s)`]
    const all = found.slice(0, maxListed).map((message, at) => `    ${at + 1}. ${messageLine(message)}`)
    const rest = found.length > maxListed ? [`    and ${found.length - maxListed} more`] : []
    return [`FAILED ${file}: ${name}`, ...differenceLines(file, difference), `  Found, ${count}:`, ...all, ...rest]
  }
  return lines().map((line) => line.replace(controls, " "))
}
