import type { ValidationIssue } from "../ValidationIssue.ts"
import { isObject, type JsonObject } from "../json/Json.ts"
import { Language } from "../languages/Language.ts"
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
    const object = isObject(next) ? next : {}
    // The keys of an object with a hundred thousand members are listed in a third of the time of its values.
    const keys = Object.keys(object)
    const list: ReadonlyArray<unknown> = Array.isArray(next) ? next : []
    values += keys.length + list.length
    if (values > maxValues) break
    for (const member of [...list, ...keys.map((key) => object[key])])
      if (typeof member === "object" && member !== null) pending.push(member)
  }
  return values
}

/** The most values of all contents of an e-mail or a flow: ten long mails have as many. */
export const maxContents = 100_000

/** The places of contents in an e-mail as unchecked JSON: its own, and those of its translations. */
const placesOf = (email: JsonObject): ReadonlyArray<{ readonly owner: JsonObject; readonly path: string }> => {
  const { translations } = email
  const others = isObject(translations) ? translations : {}
  return [
    { owner: email, path: "" },
    ...Language.literals.flatMap((language) => {
      const owner = Object.hasOwn(others, language) ? others[language] : undefined
      return isObject(owner) ? [{ owner, path: `translations.${language}.` }] : []
    })
  ]
}

/** The values of the contents of an e-mail as unchecked JSON: of each place, of the largest, and of all. */
export const contentSizes = (email: JsonObject) => {
  const places = placesOf(email).map(({ owner, path }) => ({ path, values: countValues(owner["content"]) }))
  return {
    places,
    largest: Math.max(...places.map(({ values }) => values)),
    all: places.reduce((sum, { values }) => sum + values, 0)
  }
}

const emptyContent = { type: "blocks", document: { blocks: [] } }

/** An e-mail as unchecked JSON without the contents that are too large to be decoded, and an issue for each at its path. */
export const withinContent = (
  email: JsonObject,
  path: string
): { readonly email: JsonObject; readonly oversized: ReadonlyArray<ValidationIssue> } => {
  // Counted once, since it takes tens of milliseconds.
  const { places, largest, all } = contentSizes(email)
  if (largest <= maxValues && all <= maxContents) return { email, oversized: [] }
  const oversized = places.filter(({ values }) => values > maxValues)
  const tooMany = `Must have contents of at most ${maxContents.toLocaleString("en")} values in all`
  const { translations: _translations, ...own } = email
  return {
    email: "content" in own ? { ...own, content: emptyContent } : own,
    oversized:
      oversized.length > 0
        ? oversized.map(({ path: at }) => ({
            field: `${path}.${at}content.document`,
            message: `Must be ${tooLargeContent}`
          }))
        : [{ field: `${path}.translations`, message: tooMany }]
  }
}
