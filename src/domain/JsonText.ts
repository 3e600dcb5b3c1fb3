const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9

const skipSpace = (text: string, from: number): number => {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

const endOfString = (text: string, from: number): number => {
  let at = from + 1
  for (let char = text[at]; char !== '"'; char = text[at]) at += char === "\\" ? 2 : 1
  return at + 1
}

const endOfValue = (text: string, from: number): number => {
  const first = text[from]
  if (first === '"') return endOfString(text, from)
  let at = from
  let depth = 0
  for (;;) {
    const char = text[at]
    if (char === '"') {
      at = endOfString(text, at)
      continue
    }
    if (char === "{" || char === "[") depth++
    else if (char === "}" || char === "]") {
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (depth === 0 && (char === "," || char === undefined || isSpace(text.charCodeAt(at)))) return at
    at++
  }
}

/** The members of a JSON object with the source text of each value, repeated keys in order. Contract: `text` is valid JSON. */
export const membersOf = function* (text: string): Generator<readonly [key: string, source: string]> {
  let at = skipSpace(text, skipSpace(text, 0) + 1)
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at)
    const key: unknown = JSON.parse(text.slice(at, keyEnd))
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const end = endOfValue(text, start)
    yield [String(key), text.slice(start, end)]
    at = skipSpace(text, end)
    if (text[at] === ",") at = skipSpace(text, at + 1)
  }
}

/** The source texts of a JSON array's elements. Contract: `text` is valid JSON. */
export const elementsOf = function* (text: string): Generator<string> {
  let at = skipSpace(text, skipSpace(text, 0) + 1)
  while (at < text.length && text[at] !== "]") {
    const end = endOfValue(text, at)
    yield text.slice(at, end)
    at = skipSpace(text, end)
    if (text[at] === ",") at = skipSpace(text, at + 1)
  }
}
