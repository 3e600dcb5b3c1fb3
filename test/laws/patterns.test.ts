import { RegExpParser } from "@eslint-community/regexpp"
import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { analyse } from "scslre"
import { parseSync, Visitor } from "vite"

const root = join(import.meta.dirname, "../..")

interface Found {
  readonly path: string
  readonly source: string
  readonly flags: string
}

const sources = globSync("src/**/*.{ts,tsx}", { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), "utf8")
}))

/** Every regular expression of the service and the dashboard. */
const patterns: ReadonlyArray<Found> = sources.flatMap(({ path, text }) => {
  const found: Array<Found> = []
  new Visitor({
    Literal: (node) => {
      if ("regex" in node) found.push({ path, source: node.regex.pattern, flags: node.regex.flags })
    }
  }).visit(parseSync(path, text).program)
  return found
})

const parser = new RegExpParser()

const reportsOf = (
  source: string,
  flagText: string,
  reportTypes: Readonly<Record<"Self" | "Trade" | "Move", boolean>>
) => {
  const flags = parser.parseFlags(flagText)
  const { unicode, unicodeSets } = flags
  const pattern = parser.parsePattern(source, 0, source.length, { unicode, unicodeSets })
  return analyse({ pattern, flags }, { reportTypes }).reports.map(({ type }) => type)
}

/** The pattern with repetitions of up to 20 times and more without a bound: their product counts as if they had none. */
const unbounded = (source: string): string =>
  source.replace(/\{(\d+),(\d+)\}/g, (bounds, least: string, most: string) =>
    Number(most) < 20 ? bounds : `{${least},}`
  )

/** The ways in which a search for the pattern takes more than linear time on some text, by static analysis. */
const superlinear = ({ source, flags }: Found): ReadonlyArray<string> => [
  ...reportsOf(source, flags, { Self: true, Trade: true, Move: true }),
  // A bounded repetition that each start of a match walks along costs its bound a character.
  ...reportsOf(unbounded(source), flags, { Self: true, Trade: true, Move: false })
]

const of = (source: string, flags = ""): Found => ({ path: "", source, flags })

describe("every regular expression", () => {
  it("is searched for in linear time on any text", () => {
    assert.isAbove(patterns.length, 250)
    assert.deepStrictEqual(
      patterns.filter((found) => superlinear(found).length > 0),
      []
    )
  })

  it("is known when the source is read, except for those that are made of names", () => {
    const made = sources.filter(({ text }) => text.includes("new RegExp(")).map(({ path }) => path)
    assert.deepStrictEqual(made.toSorted(), [
      "src/domain/contacts/contactZone.ts",
      "src/domain/contacts/ownTextMatching.ts",
      "src/domain/imports/splitRows.ts",
      "src/domain/messages/smtpWords.ts",
      "src/domain/values/Text.ts",
      "src/http/server/RouteTable.ts",
      "src/store/distributed/shardFunctions.ts"
    ])
  })

  it("would be found if two of its parts overlapped, with bounds or without", () => {
    for (const slow of [
      of(String.raw`\[\[ {0,9}([A-Za-z][\w.]{0,60})[^\]\n]{0,60}\]\]`, "g"),
      of("(a+)+$"),
      of(String.raw`\s+$`),
      of("^bearer +(.*)$", "i"),
      of(";.*$"),
      of(String.raw`^(\w+\s?)*$`)
    ])
      assert.isNotEmpty(superlinear(slow), slow.source)
    for (const fast of [of(String.raw`^\w+$`), of("^a{1,60} b{1,60}$"), of('"[^"]*"', "g")])
      assert.deepStrictEqual(superlinear(fast), [], fast.source)
  })
})
