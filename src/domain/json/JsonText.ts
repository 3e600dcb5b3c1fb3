// Character codes, which compare much faster than characters.
const [quote, comma, backslash, openArray, closeArray, openObject, closeObject] = [34, 44, 92, 91, 93, 123, 125]

const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9

const skipSpace = (text: string, from: number): number => {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

const isEscaped = (text: string, at: number): boolean => {
  let before = at
  while (text.charCodeAt(before - 1) === backslash) before--
  return (at - before) % 2 === 1
}

const endOfString = (text: string, from: number): number => {
  let at = text.indexOf('"', from + 1)
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at + 1
}

const endOfContainer = (text: string, from: number): number => {
  let at = from
  let depth = 0
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = endOfString(text, at)
      continue
    }
    at++
    if (code === openObject || code === openArray) depth++
    else if ((code === closeObject || code === closeArray) && --depth === 0) return at
  }
}

const endOfValue = (text: string, from: number): number => {
  const first = text.charCodeAt(from)
  if (first === quote) return endOfString(text, from)
  if (first === openObject || first === openArray) return endOfContainer(text, from)
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === comma || code === closeObject || code === closeArray || isSpace(code) || at >= text.length) return at
    at++
  }
}

const stringOf = (source: string): string => (source.includes("\\") ? String(JSON.parse(source)) : source.slice(1, -1))

/** The members of a JSON object with the source text of each value, including repeated keys, in order. `text` must be valid JSON. */
export const membersOf = (text: string): ReadonlyArray<readonly [key: string, source: string]> => {
  const members: Array<readonly [string, string]> = []
  let at = skipSpace(text, skipSpace(text, 0) + 1)
  while (text.charCodeAt(at) === quote) {
    const keyEnd = endOfString(text, at)
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const end = endOfValue(text, start)
    members.push([stringOf(text.slice(at, keyEnd)), text.slice(start, end)])
    at = skipSpace(text, end)
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1)
  }
  return members
}

/** The source texts of the elements of a JSON array. `text` must be valid JSON. */
export const elementsOf = (text: string): ReadonlyArray<string> => {
  const elements: Array<string> = []
  let at = skipSpace(text, skipSpace(text, 0) + 1)
  while (at < text.length && text.charCodeAt(at) !== closeArray) {
    const end = endOfValue(text, at)
    elements.push(text.slice(at, end))
    at = skipSpace(text, end)
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1)
  }
  return elements
}

// The place of a member or element of the container at `from`. The last of repeated keys wins, as in JSON.parse.
const placeInside = (text: string, from: number, key: string): number | undefined => {
  const isArray = text.charCodeAt(from) === openArray
  if (!isArray && text.charCodeAt(from) !== openObject) return undefined
  let found: number | undefined
  let at = skipSpace(text, from + 1)
  for (let index = 0; at < text.length && text.charCodeAt(at) !== (isArray ? closeArray : closeObject); index++) {
    const keyEnd = isArray ? at : endOfString(text, at)
    const start = isArray ? at : skipSpace(text, skipSpace(text, keyEnd) + 1)
    if ((isArray ? String(index) : stringOf(text.slice(at, keyEnd))) === key) found = start
    at = skipSpace(text, endOfValue(text, start))
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1)
  }
  return found
}

/** The place of the value at a path of keys and indexes, or of the deepest value on the way that is there. `text` must be valid JSON. */
export const placeOf = (text: string, path: ReadonlyArray<string>): number => {
  let at = skipSpace(text, 0)
  for (const key of path) {
    const next = placeInside(text, at, key)
    if (next === undefined) return at
    at = next
  }
  return at
}

/** The nesting of arrays and objects, also below repeated keys. `text` must be valid JSON. */
export const depthOf = (text: string): number => {
  let [depth, max, at] = [0, 0, 0]
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === openObject || code === openArray) max = Math.max(max, ++depth)
    else if (code === closeObject || code === closeArray) depth--
    at = code === quote ? endOfString(text, at) : at + 1
  }
  return max
}

/** Replaces the source text of every string and key, also below repeated keys. `text` must be valid JSON. */
export const withStrings = (text: string, change: (source: string) => string): string => {
  let [result, from] = ["", 0]
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', from)) {
    result += text.slice(from, start)
    from = endOfString(text, start)
    result += change(text.slice(start, from))
  }
  return result + text.slice(from)
}
