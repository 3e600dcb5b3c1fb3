import type { ValidationIssue } from "../ValidationIssue.ts"
import { isBlank } from "../values/Text.ts"
import type { Block } from "./Block.ts"
import { type EmailBody, htmlOf } from "./emailBody.ts"
import { hasOtherLiquid } from "./mergeText.ts"
import { type PlacedBlock, placedBlocks } from "./placedBlocks.ts"
import type { TextBlock, TextRun } from "./TextBlock.ts"

/** The most characters of the HTML of a document: as many as HTML that is typed may have. */
const maxContentHtml = 200_000

const onlyOutputs = "Can only use outputs, such as {{ contact.first_name }}"

const placedRuns = (
  { content }: TextBlock,
  field: string
): ReadonlyArray<{ readonly run: TextRun; readonly field: string }> =>
  content.flatMap((part, at) => {
    const path = `${field}.content.${at}`
    const lists =
      part.type === "list"
        ? part.items.map(({ runs }, item) => ({ runs, path: `${path}.items.${item}` }))
        : [{ runs: part.runs, path }]
    return lists.flatMap((list) => list.runs.map((run, index) => ({ run, field: `${list.path}.runs.${index}` })))
  })

/** The texts of a block that may have outputs, with their paths. */
const textsOf = ({ block, field }: PlacedBlock): ReadonlyArray<readonly [field: string, text: string]> => {
  switch (block.type) {
    case "text":
      return placedRuns(block, field).map(({ run, field: path }) => [`${path}.text`, run.text])
    case "image":
      return [[`${field}.alt`, block.alt]]
    case "button":
      return [[`${field}.text`, block.text]]
    case "products":
    case "cart":
      return [[`${field}.button`, block.button ?? ""]]
    case "coupon":
      return [[`${field}.label`, block.label ?? ""]]
    default:
      return []
  }
}

/** What must hold of the body of every e-mail that is saved, beyond its schema, at the path of the e-mail. Pure. */
export const bodyIssues = (body: EmailBody, path: string): ReadonlyArray<ValidationIssue> => {
  const { content } = body
  if (content === undefined) return []
  const document = `${path}.content.document`
  const liquid = placedBlocks(content.document, document)
    .flatMap(textsOf)
    .filter(([, text]) => hasOtherLiquid(text))
    .map(([field]) => ({ field, message: onlyOutputs }))
  return htmlOf(body).length > maxContentHtml
    ? [
        ...liquid,
        { field: document, message: `Makes more than ${maxContentHtml.toLocaleString("en")} characters of HTML` }
      ]
    : liquid
}

const noLink = "Must lead somewhere: choose its address"

/** The members of a block that are not filled in yet, with what is missing. */
const missingIn = ({ block, field }: PlacedBlock): ReadonlyArray<readonly [field: string, message: string]> => {
  const missing = (name: string, value: string | undefined, message: string) =>
    isBlank(value) ? [[`${field}.${name}`, message] as const] : []
  switch (block.type) {
    case "text":
      return placedRuns(block, field).flatMap(({ run, field: path }) =>
        run.link === "" ? [[`${path}.link`, noLink] as const] : []
      )
    case "image":
      return [
        ...missing("src", block.src, "Must have a picture"),
        ...missing("alt", block.alt, "Must say what the picture shows, for those who do not see it"),
        ...(block.link === "" ? [[`${field}.link`, noLink] as const] : [])
      ]
    case "button":
      return [...missing("text", block.text, "Must have words"), ...missing("link", block.link, noLink)]
    case "social":
      return block.links.flatMap(({ link }, at) => missing(`links.${at}.link`, link, noLink))
    case "coupon":
      return missing("coupon", block.coupon, "Must be the name of a coupon")
    case "html":
      return missing("html", block.html, "Must not be empty")
    default:
      return []
  }
}

const showsSomething = (block: Block): boolean => block.type !== "space" && block.type !== "divider"

/** What is missing of a body before it can be sent, at the path of its e-mail. Pure. */
export const unfinishedBody = ({ html = "", content }: EmailBody, path: string): ReadonlyArray<ValidationIssue> => {
  if (content === undefined) return html.trim() === "" ? [{ field: `${path}.html`, message: "Must not be empty" }] : []
  const document = `${path}.content.document`
  const placed = placedBlocks(content.document, document)
  return [
    ...(placed.some(({ block }) => block.type !== "columns" && showsSomething(block))
      ? []
      : [{ field: `${document}.blocks`, message: "Must not be empty" }]),
    ...placed.flatMap(missingIn).map(([field, message]) => ({ field, message }))
  ]
}
