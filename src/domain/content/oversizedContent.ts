import type { ValidationIssue } from "../ValidationIssue.ts"
import { isObject, type JsonObject } from "../json/Json.ts"
import { maxDocumentLength } from "./MailDocument.ts"

/** The most objects and lists of a document: one of the greatest length has fewer. */
const maxNodes = 20_000

/** What a content that is too large must be, in words. */
export const tooLargeContent = `at most ${maxDocumentLength.toLocaleString("en")} characters as JSON`

// Stops at the first node beyond: a body may have a million.
const hasTooMany = (value: unknown): boolean => {
  const pending: Array<unknown> = [value]
  let nodes = 0
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== "object" || next === null) continue
    nodes += 1
    if (nodes > maxNodes) return true
    for (const member of Object.values(next)) if (typeof member === "object" && member !== null) pending.push(member)
  }
  return false
}

/** Whether a content as unchecked JSON is too large to be decoded. */
export const isOversizedContent = (content: unknown): boolean => isObject(content) && hasTooMany(content)

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
