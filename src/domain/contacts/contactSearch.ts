/** A part of an address or name to search for, and pieces of three characters by which the index finds it. */
export interface SearchTerm {
  /** Folded as the stored text is. A term of one or two characters starts with a space: it matches beginnings of words alone. */
  readonly text: string
  readonly grams: ReadonlyArray<string>
}

/** The most characters of a search, and the most terms that are read of it. */
export const searchLimits = { terms: 6 } as const

// Characters of the text that a contact is searched by.
const maxWords = 600

// Of a term.
const maxPieces = 12

const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’`´]/g, "")
    .toLowerCase()

const phoneForm = /^\+?[\d\s()./-]+$/

// A number is searched by its digits, without the prefix that stands for a country code or that a country code replaces.
const phoneDigits = (text: string): string | undefined => {
  const digits = text.replace(/\D/g, "")
  if (!phoneForm.test(text) || digits.length < 3) return undefined
  return digits.length < 6 ? digits : digits.replace(/^0{1,2}/, "")
}

const termOf = (text: string): SearchTerm => {
  const sought = [...text].length < 3 ? ` ${text}` : text
  const characters = [...sought]
  const at = characters.lastIndexOf("@")
  // Many contacts share the domain of an address and few the end of the part before it.
  const last = at < 2 ? characters.length - 3 : at - 2
  // Side by side: of few pieces all may be common, and each contact that has them is looked up in the list of every other one.
  const steps = Math.min(maxPieces - 1, Math.max(1, Math.ceil(last / 3)))
  const places = Array.from({ length: steps + 1 }, (_, step) => Math.floor((last * step) / steps))
  const pieces = [...new Set(last < 0 ? [] : places)]
  return { text: sought, grams: pieces.map((place) => characters.slice(place, place + 3).join("")) }
}

/** The terms of a search, each of which must match; none for text without any. */
export const searchTerms = (text: string): ReadonlyArray<SearchTerm> => {
  const digits = phoneDigits(text.trim())
  if (digits !== undefined) return digits === "" ? [] : [termOf(digits)]
  const words = fold(text)
    .split(/[\s,;]+/u)
    .filter((word) => word !== "")
  return words.slice(0, searchLimits.terms).map(termOf)
}

/**
 * The text that a contact is searched by: names and addresses, folded, after a space that begins the first word.
 */
export const searchText = ({ email, phone, first_name, last_name }: SearchedContact): string => {
  const words = [first_name, last_name, email, phone?.replace(/^\++/, "")].filter(
    (part) => part !== null && part !== undefined
  )
  return ` ${fold(words.join(" "))}`.slice(0, maxWords).toWellFormed()
}

interface SearchedContact {
  readonly email: string | null
  readonly phone: string | null
  readonly first_name: string | null
  readonly last_name: string | null
}
