// Below so many comparisons the platform's own search is quickest, whatever the texts are.
const few = 1_000_000

/** Characters of a text that are searched: as many as the API takes of any text that is not free-form. */
const maxSearched = 5_000

/** Whether the beginning of a text holds `wanted`. Linear in both: the platform's own search multiplies their lengths at worst. */
export const containsText = (text: string, wanted: string): boolean => {
  const searched = text.slice(0, maxSearched)
  return searched.length * wanted.length <= few ? searched.includes(wanted) : searchLinear(searched, wanted)
}

/** Knuth, Morris and Pratt: after a mismatch the search goes on with the longest beginning of `wanted` that ends there. */
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
