import type { Schema } from "effect"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { MailLayout, MessageClass } from "../messages/Message.ts"
import { isObject, type JsonObject } from "../json/Json.ts"
import { listOf, readable, readableConditions } from "./readable.ts"
import { AddTag, Delay, SendEmail, SendSms, type Step, StepId, Webhook } from "./Step.ts"

/** A Liquid template and the dotted path to it. */
export interface Template {
  readonly field: string
  readonly kind: "subject" | "html" | "sms"
  readonly source: string
}

/** A step as unchecked JSON, at its dotted path. */
interface RawStep {
  readonly id: string
  readonly path: string
  readonly members: JsonObject
  /** A member, or the fallback if it does not decode. */
  readonly read: <T>(name: string, schema: Schema.Codec<T, unknown>, fallback: T) => T
}

interface StepKind<S extends Step> {
  /** The step with a harmless value for each member that does not decode, so that one response can list all issues. */
  readonly readable: (raw: RawStep) => S
  /** The Liquid templates of the step at this path. */
  readonly templates?: (step: S, path: string) => ReadonlyArray<Template>
  /** Issues that the schema cannot state. */
  readonly issues?: (step: S, path: string) => ReadonlyArray<ValidationIssue>
}

type StepOf<Type extends Step["type"]> = Extract<Step, { readonly type: Type }>

/**
 * The rules of each kind of step beyond its schema. To add a kind: its schema in `Step.ts`, an entry here, then an entry in
 * `src/flows/StepActions.ts` if it acts outside the run, or a case in `Run.ts` if it waits, branches or ends the run. Last, its
 * label and form in `src/dashboard/flows/` (`stepKinds.ts`, `StepForm.tsx`). Types enforce each entry but the dashboard's label.
 */
const stepKinds: { readonly [Type in Step["type"]]: StepKind<StepOf<Type>> } = {
  delay: {
    readable: ({ id, read }) => ({ id, type: "delay", duration: read("duration", Delay.fields.duration, "1 day") })
  },
  send_email: {
    readable: ({ id, read }) => ({
      id,
      type: "send_email",
      class: read("class", MessageClass, "marketing"),
      layout: read("layout", MailLayout, "shell"),
      subject: read("subject", SendEmail.fields.subject, ""),
      html: read("html", SendEmail.fields.html, "")
    }),
    templates: ({ subject, html }, path) => [
      { field: `${path}.subject`, kind: "subject", source: subject },
      { field: `${path}.html`, kind: "html", source: html }
    ]
  },
  send_sms: {
    readable: ({ id, read }) => ({
      id,
      type: "send_sms",
      class: read("class", MessageClass, "marketing"),
      text: read("text", SendSms.fields.text, "")
    }),
    templates: ({ text }, path) => [{ field: `${path}.text`, kind: "sms", source: text }]
  },
  add_tag: {
    readable: ({ id, read }) => ({ id, type: "add_tag", tag: read("tag", AddTag.fields.tag, "") })
  },
  webhook: {
    readable: ({ id, read }) => ({ id, type: "webhook", url: read("url", Webhook.fields.url, "https://example.com") }),
    issues: ({ url }, path) =>
      isWebAddress(url) ? [] : [{ field: `${path}.url`, message: "Must be an http or https address" }]
  },
  split: {
    readable: ({ id, path, members }) => ({
      id,
      type: "split",
      if: readableConditions(members["if"]),
      then: readableSteps(members["then"], `${path}.then`),
      else: readableSteps(members["else"], `${path}.else`)
    })
  },
  exit: {
    readable: ({ id }) => ({ id, type: "exit" })
  }
}

const isWebAddress = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && new URL(url).username === ""

const kindOf = <Type extends Step["type"]>(type: Type): StepKind<StepOf<Type>> => stepKinds[type]

/** The templates of the step at this path. */
export const templatesOf = (step: Step, path: string): ReadonlyArray<Template> =>
  kindOf(step.type).templates?.(step, path) ?? []

/** The issues of the step at this path that its schema cannot state. */
export const stepIssues = (step: Step, path: string): ReadonlyArray<ValidationIssue> =>
  kindOf(step.type).issues?.(step, path) ?? []

const readers = new Map<unknown, (raw: RawStep) => Step>(
  Object.entries(stepKinds).map(([type, kind]) => [type, kind.readable])
)

/** Steps of unchecked JSON: an unknown kind becomes an exit, a missing id the step's path, which is no valid id and so unique. */
export const readableSteps = (raw: unknown, path: string): ReadonlyArray<Step> =>
  listOf(raw).map((step, at) => {
    const members = isObject(step) ? step : {}
    const here = `${path}.${at}`
    const read = readers.get(members["type"]) ?? stepKinds.exit.readable
    return read({
      id: readable(StepId, members["id"]) ?? here,
      path: here,
      members,
      read: (name, schema, fallback) => readable(schema, members[name]) ?? fallback
    })
  })
