import { firstCharacters } from "../values/Text.ts"

// Up to so many comparisons `String.includes` is fast even in its worst case.
const maxProduct = 1_000_000

/** Characters of a text that are searched: the API's limit for any text that is not free-form. */
export const maxSearched = 5_000

/** Whether the first 5,000 characters of a text contain `wanted`, in linear time: `String.includes` is quadratic at worst. */
export const containsText = (text: string, wanted: string): boolean => {
  const searched = firstCharacters(text, maxSearched)
  return searched.length * wanted.length <= maxProduct ? searched.includes(wanted) : searchLinear(searched, wanted)
}

/** Knuth-Morris-Pratt: after a mismatch the search continues with the longest prefix of `wanted` that ends there. */
const searchLinear = (text: string, wanted: string): boolean => {
  const borders = [0]
  const advance = (from: number, code: number): number => {
    let at = from
    while (at > 0 && wanted.charCodeAt(at) !== code) at = borders[at - 1] ?? 0
    return wanted.charCodeAt(at) === code ? at + 1 : 0
  }
  for (let at = 1; at < wanted.length; at++) borders.push(advance(borders[at - 1] ?? 0, wanted.charCodeAt(at)))
  let matched = 0
  for (let at = 0; at < text.length && matched < wanted.length; at++) matched = advance(matched, text.charCodeAt(at))
  return matched === wanted.length
}
