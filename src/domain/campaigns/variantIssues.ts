import { Result, Schema } from "effect"
import type { Channel } from "../contacts/Consent.ts"
import { isObject } from "../json/Json.ts"
import { issuesOf, type ValidationIssue } from "../ValidationIssue.ts"
import { contentMembers, EmailContent, SmsContent } from "./Campaign.ts"

const options = { errors: "all", onExcessProperty: "error" } as const
const decoders: Readonly<Record<Channel, (content: unknown) => Result.Result<unknown, Schema.SchemaError>>> = {
  email: Schema.decodeUnknownResult(EmailContent, options),
  sms: Schema.decodeUnknownResult(SmsContent, options)
}

const ownMembers = { email: ["subject", "preheader", "html", "content", "layout"], sms: ["text"] } as const

/** The kind of content that a variant is meant to be, by the members that it has; undefined where nothing tells. */
const kindOf = (content: unknown, channel: Channel | undefined): Channel | undefined => {
  if (!isObject(content)) return undefined
  const order = channel === "sms" ? (["sms", "email"] as const) : (["email", "sms"] as const)
  return order.find((kind) => ownMembers[kind].some((name) => Object.hasOwn(content, name))) ?? channel
}

/**
 * The issues of variants by the schema of their own kind: the channel's where they have a member of it. A union would tell the issues of every
 * kind. Pure.
 */
export const variantIssues = (
  variants: ReadonlyArray<unknown>,
  channel: Channel | undefined
): ReadonlyArray<ValidationIssue> =>
  variants.flatMap((content, at) => {
    const kind = kindOf(content, channel)
    if (kind === undefined) return [{ field: `variants.${at}`, message: contentMembers }]
    const decoded = decoders[kind](content)
    if (Result.isSuccess(decoded)) return []
    return issuesOf(decoded.failure.issue).map(({ field, message }) => ({ field: `variants.${at}.${field}`, message }))
  })
