import type { ValidationIssue } from "../ValidationIssue.ts"
import { isObject, type JsonObject } from "../json/Json.ts"
import { maxDocumentLength } from "./MailDocument.ts"

/** The most values of a document, at any depth: one of the greatest length has fewer. */
export const maxValues = 50_000

/** What a content that is too large must be, in words. */
export const tooLargeContent = `at most ${maxDocumentLength.toLocaleString("en")} characters as JSON`

/**
 * The values of a content as unchecked JSON, counted up to the first one beyond `maxValues`: a body may have a million. Numbers and texts count too, as
 * each may get an issue of its own.
 */
export const countValues = (content: unknown): number => {
  const pending: Array<unknown> = [content]
  let values = 0
  for (let next = pending.pop(); next !== undefined && values <= maxValues; next = pending.pop()) {
    if (typeof next !== "object" || next === null) continue
    const members: ReadonlyArray<unknown> = Array.isArray(next) ? next : Object.values(next)
    values += members.length
    if (values > maxValues) break
    for (const member of members) if (typeof member === "object" && member !== null) pending.push(member)
  }
  return values
}

/** Whether a content as unchecked JSON is too large to be decoded. */
const isOversizedContent = (content: unknown): boolean => isObject(content) && countValues(content) > maxValues

/** An e-mail as unchecked JSON without a content that is too large to be decoded, and an issue for it at its path. */
export const withinContent = (
  email: JsonObject,
  path: string
): { readonly email: JsonObject; readonly oversized: ReadonlyArray<ValidationIssue> } => {
  if (!isOversizedContent(email["content"])) return { email, oversized: [] }
  return {
    email: { ...email, content: { type: "blocks", document: { blocks: [] } } },
    oversized: [
      {
        field: `${path}.content.document`,
        message: `Must be ${tooLargeContent}`
      }
    ]
  }
}
