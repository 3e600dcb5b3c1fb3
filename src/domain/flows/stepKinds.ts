import { Schema } from "effect"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { bodyIssues, unfinishedBody } from "../content/contentIssues.ts"
import { readableBody } from "../content/emailBody.ts"
import { contentTemplates, languageIssues, placedContents, readableLanguages } from "../content/placedContents.ts"
import type { WrittenEmail } from "../content/Translations.ts"
import { MailLayout, MessageClass } from "../messages/Message.ts"
import type { Template } from "../messages/Template.ts"
import { isObject, type JsonObject } from "../json/Json.ts"
import { TopicKey } from "../topics/Topic.ts"
import { IdText } from "../values/Id.ts"
import { listOf, readable, readableConditions } from "../conditions/readable.ts"
import {
  AddTag,
  Delay,
  HtmlTemplate,
  Percent,
  RemoveTag,
  SendEmail,
  SendSms,
  SetField,
  type Step,
  StepId,
  WaitForFields,
  WaitUntil,
  Webhook
} from "./Step.ts"

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

/** The rules of each kind of step beyond its schema. CONTRIBUTING.md lists all that a new kind needs. */
const stepKinds: { readonly [Type in Step["type"]]: StepKind<StepOf<Type>> } = {
  delay: {
    readable: ({ id, read }) => ({ id, type: "delay", duration: read("duration", Delay.fields.duration, "1 day") })
  },
  wait_until: {
    // A time that does not decode counts as given, so that the step has one issue.
    readable: ({ id, members, read }) => ({
      id,
      type: "wait_until",
      ...(members["time"] === undefined ? {} : { time: read("time", Schema.String, "") }),
      ...(members["weekdays"] === undefined
        ? {}
        : { weekdays: read("weekdays", WaitUntil.fields.weekdays, ["monday"]) })
    }),
    issues: ({ time, weekdays }, path) =>
      time === undefined && weekdays === undefined
        ? [{ field: path, message: "Must have a time of day, days of the week, or both" }]
        : []
  },
  wait_for: {
    readable: ({ id, path, members, read }) => ({
      id,
      type: "wait_for",
      for: read("for", WaitForFields.for, { type: "order_placed" }),
      ...(members["where"] === undefined ? {} : { where: readableConditions(members["where"]) }),
      timeout: read("timeout", WaitForFields.timeout, "1 day"),
      happened: readableSteps(members["happened"], `${path}.happened`),
      timed_out: readableSteps(members["timed_out"], `${path}.timed_out`)
    })
  },
  send_email: {
    readable: ({ id, members, read }) => ({
      id,
      type: "send_email",
      class: read("class", MessageClass, "marketing"),
      layout: read("layout", MailLayout, "shell"),
      ...(members["topic"] === undefined ? {} : { topic: read("topic", TopicKey, "") }),
      ...(members["sender_id"] === undefined ? {} : { sender_id: read("sender_id", IdText, "") }),
      subject: read("subject", SendEmail.fields.subject, ""),
      ...readableBody(members, HtmlTemplate),
      ...readableLanguages(members, (one) => ({
        subject: readable(SendEmail.fields.subject, one["subject"]) ?? "",
        ...readableBody(one, HtmlTemplate)
      }))
    }),
    templates: contentTemplates,
    // HTML is never empty by its schema; an empty one stands for blocks that did not decode.
    issues: (email, path) => [
      ...(email.topic !== undefined && email.class === "transactional"
        ? [{ field: `${path}.topic`, message: "Only marketing mail has a topic" }]
        : []),
      ...languageIssues(email, path),
      ...placedContents<WrittenEmail>(email, path).flatMap(({ written, path: at }) =>
        written.content === undefined ? [] : [...bodyIssues(written, at), ...unfinishedBody(written, at)]
      )
    ]
  },
  send_sms: {
    readable: ({ id, members, read }) => ({
      id,
      type: "send_sms",
      class: read("class", MessageClass, "marketing"),
      text: read("text", SendSms.fields.text, ""),
      ...readableLanguages(members, (one) => ({ text: readable(SendSms.fields.text, one["text"]) ?? "" }))
    }),
    templates: contentTemplates,
    issues: languageIssues
  },
  add_tag: {
    readable: ({ id, read }) => ({ id, type: "add_tag", tag: read("tag", AddTag.fields.tag, "") })
  },
  remove_tag: {
    readable: ({ id, read }) => ({ id, type: "remove_tag", tag: read("tag", RemoveTag.fields.tag, "") })
  },
  set_field: {
    readable: ({ id, read }) => ({
      id,
      type: "set_field",
      field: read("field", SetField.fields.field, ""),
      value: read("value", SetField.fields.value, null)
    })
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
  random_split: {
    readable: ({ id, path, members }) => ({
      id,
      type: "random_split",
      branches: listOf(members["branches"]).map((raw, at) => {
        const branch = isObject(raw) ? raw : {}
        return {
          percent: readable(Percent, branch["percent"]) ?? Number.NaN,
          steps: readableSteps(branch["steps"], `${path}.branches.${at}.steps`)
        }
      })
    }),
    // A share that does not decode has an issue of its own, and makes the sum unknown.
    issues: ({ branches }, path) => {
      const sum = branches.reduce((total, { percent }) => total + percent, 0)
      return Number.isNaN(sum) || sum === 100
        ? []
        : [{ field: `${path}.branches`, message: `Must have shares of 100 percent in all, not ${sum}` }]
    }
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
