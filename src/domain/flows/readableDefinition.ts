import { Option, Schema } from "effect"
import { isObject } from "../json/Json.ts"
import { Condition, type Conditions } from "./Condition.ts"
import {
  AddTag,
  type Definition,
  Delay,
  FlowTrigger,
  SendEmail,
  SendSms,
  type Step,
  StepId,
  Webhook
} from "./Definition.ts"

/** A definition of which some can't be read: the trigger may be missing. */
export type Readable = Pick<Definition, "filters" | "steps"> & { readonly trigger: FlowTrigger | undefined }

const read = <T>(schema: Schema.Codec<T, unknown>, value: unknown): T | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(schema)(value))

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const readConditions = (raw: unknown): Conditions =>
  listOf(raw).map((all) =>
    listOf(all).map((one): Condition => {
      const given = isObject(one) ? one : {}
      const whole = read(Condition, one)
      return whole ?? { field: read(Condition.fields.field, given["field"]) ?? "contact.email", op: "exists" }
    })
  )

// A path is no valid id, so it is never an id twice.
const readStep = (raw: unknown, path: string): Step => {
  const given = isObject(raw) ? raw : {}
  const member = (name: string) => given[name]
  const id = read(StepId, member("id")) ?? path
  switch (member("type")) {
    case "delay":
      return { id, type: "delay", duration: read(Delay.fields.duration, member("duration")) ?? "1 day" }
    case "send_email":
      return {
        id,
        type: "send_email",
        subject: read(SendEmail.fields.subject, member("subject")) ?? "",
        html: read(SendEmail.fields.html, member("html")) ?? ""
      }
    case "send_sms":
      return { id, type: "send_sms", text: read(SendSms.fields.text, member("text")) ?? "" }
    case "add_tag":
      return { id, type: "add_tag", tag: read(AddTag.fields.tag, member("tag")) ?? "" }
    case "webhook":
      return { id, type: "webhook", url: read(Webhook.fields.url, member("url")) ?? "https://example.com" }
    case "split":
      return {
        id,
        type: "split",
        if: readConditions(member("if")),
        then: readSteps(member("then"), `${path}.then`),
        else: readSteps(member("else"), `${path}.else`)
      }
    default:
      return { id, type: "exit" }
  }
}

const readSteps = (raw: unknown, path: string): ReadonlyArray<Step> =>
  listOf(raw).map((step, at) => readStep(step, `${path}.${at}`))

/**
 * What can be read of a definition that breaks its schema, each thing in its place, with something harmless for what can't:
 * so that what else is wrong with it can be said in the same answer. Pure.
 */
export const readableDefinition = (raw: unknown): Readable => {
  const given = isObject(raw) ? raw : {}
  return {
    trigger: read(FlowTrigger, given["trigger"]),
    filters: readConditions(given["filters"]),
    steps: readSteps(given["steps"], "steps")
  }
}
