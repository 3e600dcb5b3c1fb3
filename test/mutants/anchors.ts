import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "vite"

/** A change of the source, anchored at the name of a declaration. */
export interface Edit {
  /** A declaration at the top of a file, where several have the quote behind the end of a path (`Outbox.ts claim`); or the path of a file. */
  readonly in: string
  /** A part of that declaration. It occurs there once; white space does not count. */
  readonly from: string
  readonly to: string
}

const sources = join(import.meta.dirname, "../../src")

const texts = new Map(
  globSync("**/*.{ts,tsx}", { cwd: sources }).map((path) => [path, readFileSync(join(sources, path), "utf8")] as const)
)

interface Place {
  readonly path: string
  readonly start: number
  readonly end: number
}

type Declaration = readonly [name: string, place: Place]

const parsed = new Map<string, ReadonlyArray<Declaration>>()

/** The declarations at the top of a file. */
const declarationsOf = (path: string, text: string): ReadonlyArray<Declaration> => {
  const known = parsed.get(path)
  if (known !== undefined) return known
  const found = parseSync(path, text).program.body.flatMap((statement) => {
    const { start, end } = statement
    const declared = "declaration" in statement ? statement.declaration : statement
    const nodes =
      declared?.type === "VariableDeclaration"
        ? declared.declarations.map(({ id }) => id)
        : declared !== null && "id" in declared
          ? [declared.id]
          : []
    return nodes.flatMap((node) => (node?.type === "Identifier" ? [[node.name, { path, start, end }] as const] : []))
  })
  parsed.set(path, found)
  return found
}

const placesOf = (anchor: string): ReadonlyArray<Place> => {
  if (!anchor.includes(" ") && anchor.includes("/")) return [{ path: anchor, start: 0, end: Infinity }]
  const [name = "", file] = anchor.split(" ").toReversed()
  return [...texts].flatMap(([path, text]) =>
    text.includes(name) && (file === undefined || `/${path}`.endsWith(`/${file}`))
      ? declarationsOf(path, text).flatMap(([declared, place]) => (declared === name ? [place] : []))
      : []
  )
}

const spaced = (quote: string): RegExp =>
  new RegExp([...quote.replaceAll(/\s+/g, "")].map((char) => RegExp.escape(char)).join("\\s*"), "g")

/** The files with the edits, by path from `src`; throws unless each quote occurs once in the declarations of its name, apart from the others. */
export const editedFiles = (edits: ReadonlyArray<Edit>): ReadonlyMap<string, string> => {
  const changes = edits.map(({ in: anchor, from, to }) => {
    const found = placesOf(anchor).flatMap(({ path, start, end }) => {
      const text = texts.get(path) ?? readFileSync(join(sources, path), "utf8")
      return [...text.slice(start, end).matchAll(spaced(from))].map((match) => ({
        path,
        text,
        at: start + match.index,
        length: match[0].length,
        to
      }))
    })
    const [only] = found
    if (only === undefined || found.length > 1) throw new Error(`${anchor} has ${found.length} times: ${from}`)
    return only
  })
  const edited = new Map<string, string>()
  const starts = new Map<string, number>()
  // From the end of a file, so that places before a change stay.
  for (const { path, text, at, length, to } of changes.toSorted((a, b) => b.at - a.at)) {
    if (at + length > (starts.get(path) ?? text.length)) throw new Error(`Edits of ${path} overlap: ${to}`)
    starts.set(path, at)
    const now = edited.get(path) ?? text
    edited.set(path, now.slice(0, at) + to + now.slice(at + length))
  }
  return edited
}
