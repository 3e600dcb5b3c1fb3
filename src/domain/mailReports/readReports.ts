import { Result, Struct } from "effect"
import { isObject } from "../json/Json.ts"
import { maxIssues, type ValidationIssue } from "../ValidationIssue.ts"
import type { DeliveryReport } from "./DeliveryReport.ts"
import type { ReportIssues } from "./ReportForm.ts"
import { type ReportFormId, reportForms } from "./reportForms.ts"

/** Elements of a list in one request: SendGrid sends up to 768 KB of events at once. */
export const maxReports = 5_000

const names = Object.values(reportForms).map(({ name }) => name)

/** The message about an unknown form. */
const unknownForm = `Is of no known form. Known are ${names.slice(0, -1).join(", ")}, and ${names.slice(-1).join()}`

const unknown: ValidationIssue = { field: "", message: unknownForm }

/** The reports of a request, and their form. A list holds reports of one form. */
export interface ReadReports {
  readonly form: ReportFormId
  readonly reports: ReadonlyArray<DeliveryReport>
  /** Elements of a list that cannot be read, beside others that can: none of them keeps the others from being heard. */
  readonly leftOut: number
}

/** The form of the first element that has one. */
const formOf = (elements: ReadonlyArray<unknown>): ReportFormId | undefined => {
  for (const element of elements) {
    const form = Struct.keys(reportForms).find((id) => isObject(element) && reportForms[id].matches(element))
    if (form !== undefined) return form
  }
  return undefined
}

/**
 * Reads what a provider reports about e-mail: one report, or a list (contract §4.7). An element that cannot be read is left out, unless
 * none can be. Pure; linear in the body.
 */
export const readReports = (body: unknown): Result.Result<ReadReports, ReportIssues> => {
  const isList = Array.isArray(body)
  const elements: ReadonlyArray<unknown> = isList ? body : [body]
  if (elements.length > maxReports) {
    return Result.fail([{ field: "", message: `Must have at most ${maxReports} elements` }])
  }
  if (elements.length === 0) return Result.succeed({ form: "plain", reports: [], leftOut: 0 })
  const form = formOf(elements)
  if (form === undefined) return Result.fail([unknown])
  const issues: Array<ValidationIssue> = []
  const reports: Array<DeliveryReport> = []
  let leftOut = 0
  for (const [at, element] of elements.entries()) {
    const read = readElement(form, element)
    const place = (field: string) => (isList ? [String(at), field].filter((part) => part !== "").join(".") : field)
    if (Result.isSuccess(read)) {
      reports.push(...read.success)
      continue
    }
    leftOut += 1
    if (issues.length <= maxIssues) {
      issues.push(...read.failure.map(({ field, message }) => ({ field: place(field), message })))
    }
  }
  return leftOut === elements.length ? Result.fail(issues) : Result.succeed({ form, reports, leftOut })
}

const readElement = (
  form: ReportFormId,
  element: unknown
): Result.Result<ReadonlyArray<DeliveryReport>, ReportIssues> =>
  isObject(element) && reportForms[form].matches(element)
    ? reportForms[form].read(element, unknownForm)
    : Result.fail([unknown])
