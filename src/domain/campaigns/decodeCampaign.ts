import { Result, Schema } from "effect"
import { bodyIssues } from "../content/contentIssues.ts"
import { blockConditionIssues } from "../content/blockConditionIssues.ts"
import { bodyTemplates } from "../content/emailBody.ts"
import { contentTemplates, languageIssues, placedContents } from "../content/placedContents.ts"
import type { WrittenEmail } from "../content/Translations.ts"
import { Language } from "../languages/Language.ts"
import { BlocksContent } from "../content/MailDocument.ts"
import type { Subject } from "../conditions/checkConditions.ts"
import { withinContent } from "../content/oversizedContent.ts"
import type { Template } from "../messages/Template.ts"
import { isObject, type JsonObject } from "../json/Json.ts"
import { pickMembers, withPlainNumbers } from "../json/members.ts"
import { firstOfEachField, issuesOf, type ValidationIssue, ValidationFailed } from "../ValidationIssue.ts"
import { Channel } from "../contacts/Consent.ts"
import { listOf, readable } from "../conditions/readable.ts"
import {
  Audience,
  type Campaign,
  CampaignChange,
  CampaignContent,
  CampaignInput,
  maxSegments,
  maxVariants
} from "./Campaign.ts"
import { Resend } from "./Resend.ts"
import { variantIssues } from "./variantIssues.ts"

/** The issues of a campaign's templates. */
export type CheckCampaignTemplates = (templates: ReadonlyArray<Template>) => ReadonlyArray<ValidationIssue>

/** The Liquid templates of variants, with their dotted paths. */
const templatesOfVariants = (variants: ReadonlyArray<CampaignContent>): ReadonlyArray<Template> =>
  variants.flatMap((content, at) => contentTemplates(content, `variants.${at}`))

/** What the conditions of blocks in a campaign can compare. */
export const campaignSubject: Subject = { roots: ["contact"], missing: (root) => `A campaign has no ${root}` }

const contentIssues = (content: CampaignContent, path: string): ReadonlyArray<ValidationIssue> => [
  ...languageIssues(content, path),
  ...("text" in content
    ? []
    : [
        ...placedContents<WrittenEmail>(content, path).flatMap(({ written, path: at }) => bodyIssues(written, at)),
        ...blockConditionIssues(content, path, campaignSubject)
      ])
]

/** The Liquid templates of a campaign, with their dotted paths. */
export const templatesOfCampaign = ({
  variants = [],
  resend = null
}: Partial<Pick<Campaign, "variants" | "resend">>): ReadonlyArray<Template> => [
  ...templatesOfVariants(variants),
  ...(resend === null ? [] : [{ field: "resend.subject", kind: "subject", source: resend.subject } as const])
]

/** The variants that are not of the channel. Pure. */
export const channelIssues = (
  channel: Channel,
  variants: ReadonlyArray<CampaignContent>
): ReadonlyArray<ValidationIssue> =>
  variants.flatMap((content, at) =>
    "text" in content === (channel === "sms")
      ? []
      : [
          {
            field: `variants.${at}`,
            message:
              channel === "sms"
                ? "Must have text: the campaign sends texts"
                : "Must have subject, and html or content: the campaign sends e-mail"
          }
        ]
  )

/** The issues of a topic and a sender of a campaign that sends texts. Pure. */
export const mailOptionIssues = (
  channel: Channel,
  { topic, sender_id }: { readonly topic?: string | null | undefined; readonly sender_id?: string | null | undefined }
): ReadonlyArray<ValidationIssue> =>
  channel === "email"
    ? []
    : [
        ...(topic == null ? [] : [{ field: "topic", message: "Only e-mail has a topic" }]),
        ...(sender_id == null ? [] : [{ field: "sender_id", message: "Only e-mail has a sender" }])
      ]

const audienceIssues = (audience: Audience | undefined): ReadonlyArray<ValidationIssue> =>
  audience?.all === true && audience.include.length > 0
    ? [{ field: "audience.include", message: "Must be empty with all: true" }]
    : []

/** The audience without its lists of too many segments, whose elements are not decoded, and an issue for each. */
const withinSegments = (audience: unknown) => {
  const lists = isObject(audience) ? Object.entries(audience) : []
  const long = lists.filter(([, value]) => Array.isArray(value) && value.length > maxSegments)
  const emptied = Object.fromEntries(long.map(([name]) => [name, []]))
  return {
    audience: long.length === 0 ? audience : { ...Object(audience), ...emptied },
    long: long.map(([name]): ValidationIssue => ({
      field: `audience.${name}`,
      message: `Must have at most ${maxSegments} elements`
    }))
  }
}

/** The body without variants beyond the most and contents that are too large, which are not decoded, and an issue for each. */
const withinVariants = (
  body: JsonObject
): { readonly body: JsonObject; readonly tooMany: ReadonlyArray<ValidationIssue> } => {
  const { variants } = body
  if (!Array.isArray(variants)) return { body, tooMany: [] }
  const bounded = variants
    .slice(0, maxVariants)
    .map((one: unknown, at) => (isObject(one) ? withinContent(one, `variants.${at}`) : { email: one, oversized: [] }))
  return {
    body: { ...body, variants: bounded.map(({ email }) => email) },
    tooMany: [
      ...(variants.length > maxVariants
        ? [{ field: "variants", message: `Must have at most ${maxVariants} elements` }]
        : []),
      ...bounded.flatMap(({ oversized }) => oversized)
    ]
  }
}

const decoder = <A extends CampaignChange & { readonly channel?: Channel }, I>(
  schema: Schema.Codec<A, I> & { readonly fields: Readonly<Record<string, unknown>> }
) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all", onExcessProperty: "error" })
  const names = Object.keys(schema.fields)
  // A list that has variants has a harmless one in their place: their own issues are told by kind.
  const issuesBesideVariants = (plain: JsonObject): ReadonlyArray<ValidationIssue> => {
    const beside = decode(listOf(plain["variants"]).length === 0 ? plain : { ...plain, variants: [{ text: "" }] })
    return Result.isFailure(beside) ? issuesOf(beside.failure.issue) : []
  }
  /** The body by its schema and the rules of campaigns, or every issue of both by dotted path. Pure. */
  return (given: JsonObject, checkTemplates: CheckCampaignTemplates): Result.Result<A, ValidationFailed> => {
    const { body, tooMany } = withinVariants(pickMembers(given, names))
    const { audience, long } = withinSegments(body["audience"])
    const plain = withPlainNumbers("audience" in body ? { ...body, audience } : body)
    const decoded = decode(plain)
    const misshapen = Result.isFailure(decoded) ? [...issuesBesideVariants(plain), ...variantIssuesOf(plain)] : []
    const broken = Result.isFailure(decoded)
      ? brokenParts({ ...body, audience }, checkTemplates)
      : brokenRules(decoded.success, checkTemplates)
    const issues = firstOfEachField(long, tooMany, misshapen, broken)
    return Result.isFailure(decoded) || issues.length > 0
      ? Result.fail(new ValidationFailed({ issues }))
      : Result.succeed(decoded.success)
  }
}

const variantIssuesOf = (plain: JsonObject): ReadonlyArray<ValidationIssue> =>
  variantIssues(listOf(plain["variants"]), readable(Channel, plain["channel"]))

const brokenRules = (
  {
    channel,
    audience,
    topic,
    sender_id,
    variants = [],
    resend = null
  }: CampaignChange & { readonly channel?: Channel },
  checkTemplates: CheckCampaignTemplates
): ReadonlyArray<ValidationIssue> => [
  ...(channel === undefined
    ? []
    : [...channelIssues(channel, variants), ...mailOptionIssues(channel, { topic, sender_id })]),
  ...audienceIssues(audience),
  ...variants.flatMap((content, at) => contentIssues(content, `variants.${at}`)),
  ...checkTemplates(templatesOfCampaign({ variants, resend }))
]

// The rules of the parts that decode of a body that does not, so that one response lists all issues.
const brokenParts = (body: JsonObject, checkTemplates: CheckCampaignTemplates): ReadonlyArray<ValidationIssue> => {
  const channel = readable(Channel, body["channel"])
  const variants = listOf(body["variants"])
  const ofOtherChannel = variants.flatMap((one, at) => {
    const content = readable(CampaignContent, one)
    if (channel === undefined || content === undefined) return []
    return channelIssues(channel, [content]).map(({ message }) => ({ field: `variants.${at}`, message }))
  })
  return [
    ...ofOtherChannel,
    ...audienceIssues(readable(Audience, body["audience"])),
    ...checkTemplates([
      ...readableTemplates(variants),
      ...templatesOfCampaign({ resend: readable(Resend, body["resend"]) ?? null })
    ])
  ]
}

const kinds = { subject: "subject", preheader: "subject", html: "html", text: "sms" } as const

const blocksTemplates = (content: BlocksContent | undefined, path: string): ReadonlyArray<Template> =>
  content === undefined ? [] : bodyTemplates({ content }, path)

const writtenTemplates = (written: JsonObject, path: string): ReadonlyArray<Template> => [
  ...Object.entries(kinds).flatMap(([name, kind]): ReadonlyArray<Template> => {
    const source = written[name]
    return typeof source === "string" ? [{ field: `${path}.${name}`, kind, source }] : []
  }),
  ...blocksTemplates(readable(BlocksContent, written["content"]), path)
]

const readableTemplates = (variants: ReadonlyArray<unknown>): ReadonlyArray<Template> =>
  variants.flatMap((content, at) => {
    if (!isObject(content)) return []
    const { translations } = content
    const given = isObject(translations) ? translations : {}
    return [
      ...writtenTemplates(content, `variants.${at}`),
      ...Language.literals.flatMap((language) => {
        const written = Object.hasOwn(given, language) ? given[language] : undefined
        return isObject(written) ? writtenTemplates(written, `variants.${at}.translations.${language}`) : []
      })
    ]
  })

export const decodeCampaign = decoder(CampaignInput)
export const decodeCampaignChange = decoder(CampaignChange)
