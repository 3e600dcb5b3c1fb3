import { Result } from "effect"
import { isObject, type JsonObject } from "../../json/Json.ts"
import { maxIssues, type ValidationIssue } from "../../ValidationIssue.ts"
import type { DeliveryReport } from "../DeliveryReport.ts"
import { brevo } from "./brevo.ts"
import { mailgun } from "./mailgun.ts"
import { plain } from "./plain.ts"
import { postmark } from "./postmark.ts"
import { type Provider, type ReportForm, unknownForm } from "./Provider.ts"
import { resend } from "./resend.ts"
import { sendgrid } from "./sendgrid.ts"
import { ses } from "./ses.ts"

/** Elements of a list in one request: SendGrid sends up to 768 KB of events at once. */
export const maxReports = 5_000

const forms: ReadonlyArray<ReportForm> = [sendgrid, mailgun, postmark, brevo, resend, plain]

const unknown: ValidationIssue = { field: "", message: unknownForm }

const rawSes: ValidationIssue = {
  field: "",
  message: "Amazon SES must report by SNS with raw message delivery off, so that SNS signs the report"
}

/** The reports of a request, and the provider whose form they have. A list holds reports of one provider. */
export interface ReadReports {
  readonly provider: Provider
  readonly reports: ReadonlyArray<DeliveryReport>
}

type Issues = ReadonlyArray<ValidationIssue>

/** The form that a body or the first element of a list has. */
const formOf = (first: unknown): Result.Result<ReportForm, Issues> => {
  if (!isObject(first)) return Result.fail([unknown])
  if (ses.matches(first) && isObject(first["mail"])) return Result.fail([rawSes])
  const form = forms.find(({ matches }) => matches(first))
  return form === undefined ? Result.fail([unknown]) : Result.succeed(form)
}

/** Reads what a provider reports about e-mail: one report, or a list (contract §4.7). Pure; linear in the body. */
export const readReports = (body: unknown): Result.Result<ReadReports, Issues> => {
  const isList = Array.isArray(body)
  const elements: ReadonlyArray<unknown> = isList ? body : [body]
  if (elements.length > maxReports) {
    return Result.fail([{ field: "", message: `Must have at most ${maxReports} elements` }])
  }
  if (elements.length === 0) return Result.succeed({ provider: "plain", reports: [] })
  const form = formOf(elements[0])
  if (Result.isFailure(form)) return Result.fail(form.failure)
  const { provider } = form.success
  const issues: Array<ValidationIssue> = []
  const reports: Array<DeliveryReport> = []
  for (const [at, element] of elements.entries()) {
    const read = readElement(form.success, element)
    const place = (field: string) => (isList ? [String(at), field].filter((part) => part !== "").join(".") : field)
    if (Result.isSuccess(read)) reports.push(...read.success)
    else issues.push(...read.failure.map(({ field, message }) => ({ field: place(field), message })))
    if (issues.length > maxIssues) break
  }
  return issues.length > 0 ? Result.fail(issues) : Result.succeed({ provider, reports })
}

const readElement = (form: ReportForm, element: unknown): Result.Result<ReadonlyArray<DeliveryReport>, Issues> =>
  isObject(element) && form.matches(element) ? form.read(element) : Result.fail([unknown])

/** Reads the message of an SNS notification: what SES published. Empty for anything else that the topic carries. */
export const readSesMessage = (message: JsonObject): ReadonlyArray<DeliveryReport> => {
  const read = ses.read(message)
  return Result.isSuccess(read) ? read.success : []
}
