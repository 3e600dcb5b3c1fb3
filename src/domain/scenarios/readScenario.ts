import { Result, Schema } from "effect"
import { exactElements, exactObject, isObject, type JsonObject, parseObject } from "../json/Json.ts"
import { placeOf } from "../json/JsonText.ts"
import { issuesOf, type ValidationIssue } from "../ValidationIssue.ts"
import { Scenario } from "./Scenario.ts"

/** A problem of a scenario file, with the line where its value begins. */
export interface ScenarioIssue extends ValidationIssue {
  readonly line: number
}

/** The scenario of a file, and its text, in which places are looked up. */
export interface ScenarioFile {
  readonly scenario: typeof Scenario.Type
  readonly text: string
}

// Unknown members are issues: a misspelled expectation would compare nothing.
const decode = Schema.decodeUnknownResult(Scenario, { errors: "all", onExcessProperty: "error" })

const lineAt = (text: string, place: number): number => text.slice(0, place).split("\n").length

/** Issues with the lines of a file: each that of the value at its path, or of the nearest one around it. `text` must be valid JSON. */
export const withLines = (text: string, issues: ReadonlyArray<ValidationIssue>): ReadonlyArray<ScenarioIssue> =>
  issues.map((issue) => ({
    ...issue,
    line: lineAt(text, placeOf(text, issue.field === "" ? [] : issue.field.split(".")))
  }))

// The engine tells the line of the first character that is no JSON.
const syntaxIssue = (text: string): ScenarioIssue => {
  try {
    JSON.parse(text)
  } catch (error) {
    const line = error instanceof Error ? /\(line (\d+) column \d+\)/.exec(error.message)?.[1] : undefined
    return { field: "", message: "Is no valid JSON", line: Number(line ?? lineAt(text, text.trimEnd().length)) }
  }
  return { field: "", message: "Must be a JSON object", line: 1 }
}

const maxCalls = 10_001

// Numbers of bodies keep their digits, as in a request.
const exactCalls = (calls: unknown): unknown =>
  Array.isArray(calls)
    ? exactElements(calls, maxCalls).map((call) =>
        isObject(call)
          ? Object.fromEntries(
              Object.entries(call).map(([name, body]) => [name, isObject(body) ? exactObject(body) : body])
            )
          : call
      )
    : calls

const prepared = (file: JsonObject): JsonObject => ({
  ...file,
  ...Object.fromEntries(["past", "calls"].flatMap((name) => (name in file ? [[name, exactCalls(file[name])]] : [])))
})

/** The scenario of a file by its schema, or its issues with their lines. Pure. */
export const readScenario = (bytes: Uint8Array): Result.Result<ScenarioFile, ReadonlyArray<ScenarioIssue>> => {
  const text = new TextDecoder().decode(bytes)
  const parsed = parseObject(bytes)
  if (Result.isFailure(parsed)) return Result.fail([syntaxIssue(text)])
  const decoded = decode(prepared(parsed.success))
  return Result.isSuccess(decoded)
    ? Result.succeed({ scenario: decoded.success, text })
    : Result.fail(withLines(text, issuesOf(decoded.failure.issue)))
}
