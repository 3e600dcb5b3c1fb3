import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "vite"
import { inTheLast } from "../src/dashboard/words/flows/flowConditions.ts"
import { wait, waitFor } from "../src/dashboard/words/flows/flowSteps.ts"
import { showTrigger } from "../src/dashboard/words/flows/flowTriggers.ts"

const root = join(import.meta.dirname, "..")

/** Attributes that take codes and sizes; every other text of an attribute is shown to people. */
const codeAttributes =
  /^(?:className|style|to|href|component|id|htmlFor|name|type|role|autoComplete|color|variant|size|key|search|params|c|w|h|p|m[abtlrxy]?|p[btlrxy]|m[ai][hw]|gap|[cr]owSpan|rel|target|dataKey|stroke|fill|inputMode|transform|d|viewBox)$/

/** Texts that look like words and are none, by file. */
const codes: Readonly<Record<string, ReadonlyArray<string>>> = {
  // Names of fonts.
  "src/dashboard/theme.ts": ["Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"],
  // The call of the first order, as curl takes it.
  "src/dashboard/home/FirstSteps.tsx": ["curl ", "  -H 'Authorization: Bearer "],
  // HTML and CSS around an e-mail.
  "src/dashboard/messages/emailDocument.ts": [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src https: ',
    "; style-src 'nonce-",
    "<noembed data-sheet",
    '<style nonce="',
    "\\3c "
  ]
}

// Names of components, and the beginnings of paths of fields.
const isIdentifier = (text: string) => /^(?:(?:\p{Lu}\p{Ll}+){2,}|[a-z_.]+\.)$/u.test(text)

// Several words, a word with a capital letter, or a word that continues another part or ends a sentence.
const isWording = (text: string) =>
  !isIdentifier(text) && /\p{L}{2,} \p{L}|^\p{Lu}\p{Ll}|\p{L}[.:?!…]$|\p{L} $|^ \p{L}/u.test(text)

const member = (node: unknown, key: string): unknown =>
  typeof node === "object" && node !== null ? Reflect.get(node, key) : undefined

const isComparison = (node: unknown) =>
  member(node, "type") === "BinaryExpression" && /^[!=]/.test(String(member(node, "operator")))

const isCode = (node: unknown): boolean => {
  const type = String(member(node, "type"))
  return (
    /^(?:Import|TS(?:Type|Interface|Literal|Union))/.test(type) ||
    isComparison(node) ||
    (type === "JSXAttribute" && codeAttributes.test(String(member(member(node, "name"), "name")))) ||
    (type === "Property" && /^(?:style|queryKey|to)$/.test(String(member(member(node, "key"), "name"))))
  )
}

const textOf = (node: unknown): string | undefined => {
  const value = member(node, "value")
  switch (member(node, "type")) {
    case "JSXText":
      return typeof value === "string" && /\p{L}/u.test(value) ? value.trim() : undefined
    case "Literal":
      return typeof value === "string" && isWording(value) ? value : undefined
    case "TemplateElement": {
      const raw = String(member(value, "raw"))
      return isWording(raw) ? raw : undefined
    }
    default:
      return undefined
  }
}

/** The words in the syntax tree of a file, without keys of objects, types, imports and codes. */
const wordsIn = (node: unknown): ReadonlyArray<string> => {
  if (Array.isArray(node)) return node.flatMap(wordsIn)
  if (typeof node !== "object" || node === null || isCode(node)) return []
  const text = textOf(node)
  if (text !== undefined) return [text]
  const isProperty = member(node, "type") === "Property"
  return Object.entries(node).flatMap(([key, value]) => (isProperty && key === "key" ? [] : wordsIn(value)))
}

const wordsOf = (path: string) => {
  const { program } = parseSync(path, readFileSync(join(root, path), "utf8"))
  return wordsIn(program.body).filter((text) => !codes[path]?.includes(text))
}

describe("the dashboard's words", () => {
  const files = globSync("src/dashboard/**/*.{ts,tsx}", { cwd: root })

  it("lie in src/dashboard/words alone", () => {
    const elsewhere = files
      .filter((path) => !path.startsWith("src/dashboard/words/"))
      .flatMap((path) => wordsOf(path).map((text) => `${path}: ${text}`))
    assert.deepStrictEqual(elsewhere.toSorted(), [])
  })

  it("name one thing in the singular", async () => {
    const isCall = (word: unknown): word is (...numbers: ReadonlyArray<number>) => unknown => typeof word === "function"
    const modules = await Promise.all(
      globSync("src/dashboard/words/**/*.ts", { cwd: root }).map(
        (path): Promise<Readonly<Record<string, unknown>>> => import(join(root, path))
      )
    )
    const texts = modules
      .flatMap(Object.values)
      .filter(isCall)
      .map((word) => {
        try {
          return String(word(...Array.from({ length: word.length }, () => 1)))
        } catch {
          // Takes no number.
          return ""
        }
      })
    assert.isAbove(texts.filter((text) => /\b1 [a-z]/.test(text)).length, 20)
    const plural = /\b1 (?:other |ready )?(?!(?:is|lacks|leaves|ms)\b)[a-z-]+s\b/
    assert.deepStrictEqual(
      texts.filter((text) => plural.test(text)),
      []
    )
    assert.deepStrictEqual(
      [
        wait("1 days"),
        waitFor("an order", undefined, "1 weeks"),
        inTheLast("1 hours"),
        showTrigger({ type: "no_order_for", duration: "1 days" }),
        wait("21 days")
      ],
      [
        "Wait 1 day",
        "Wait for an order, at most 1 week",
        "in the last 1 hour",
        "a contact has not ordered for 1 day",
        "Wait 21 days"
      ]
    )
  })

  it("are found in a page by the rule above", () => {
    assert.deepStrictEqual(
      wordsIn(
        parseSync("a.tsx", `const a = <A label="Save" to="/New page">all <b>{x ? "None yet" : \`of \${n}\`}</b></A>`)
          .program.body
      ),
      ["Save", "all", "None yet", "of "]
    )
  })
})
