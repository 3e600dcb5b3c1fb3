import { assert, describe, it } from "@effect/vitest"
import { Struct } from "effect"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { stepNames } from "../src/dashboard/words/flows/flowSteps.ts"
import { fieldNames } from "../src/domain/conditions/Facts.ts"
import { historyFieldOf } from "../src/domain/conditions/History.ts"
import { CauseType } from "../src/domain/flows/FlowTrigger.ts"
import { reportForms } from "../src/domain/mailReports/reportForms.ts"

const root = join(import.meta.dirname, "..")

/** The kinds that each recipe has been followed for, by its title in CONTRIBUTING.md. */
const kindsByRecipe: Readonly<Record<string, ReadonlyArray<string>>> = {
  "Add a mail provider whose reports are read": Struct.keys(reportForms),
  "Add a flow trigger": CauseType.literals,
  "Add a flow step": Struct.keys(stepNames),
  "Add a condition field": fieldNames.filter((name) => historyFieldOf(name) === undefined)
}

/** The places of a recipe: the files that begin its numbered steps. */
const placesOf = (title: string): ReadonlyArray<string> => {
  const sections = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").split(/^##+ /m)
  const section = sections.find((text) => text.startsWith(`${title}\n`)) ?? ""
  return [...section.matchAll(/^\d+\. `([^`]+)`:/gm)].map(([, path = ""]) => path)
}

/** Where a file names a kind: as a text, a key, or its own constant. */
const naming = (kind: string) =>
  new RegExp(`"${RegExp.escape(kind)}"|(?<=[{,]\\s*|export const )${RegExp.escape(kind)}(?=:|,|\\s*\\})`, "g")

const fileOf = (place: string, kind: string) => place.replace("<form>", kind)

const textOf = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "")

/** The places where a kind is missing, in files that are read so. */
const missing = (places: ReadonlyArray<string>, kind: string, read: (path: string) => string) =>
  places.map((place) => fileOf(place, kind)).filter((path) => !naming(kind).test(read(path)))

describe("the recipes of CONTRIBUTING.md", () => {
  it("admit a trigger in the schema too: the causes of runs are checked there", () => {
    const steps = globSync("migrations/*.ts", { cwd: root }).map(textOf).join("\n")
    assert.deepStrictEqual(
      CauseType.literals.filter((kind) => !steps.includes(`'${kind}'`)),
      []
    )
  })

  for (const [title, kinds] of Object.entries(kindsByRecipe)) {
    const places = placesOf(title)

    it(`name every place of each kind that there is: ${title}`, () => {
      assert.isAtLeast(places.length, 2)
      assert.isAbove(kinds.length, 5)
      for (const kind of kinds) assert.deepStrictEqual(missing(places, kind, textOf), [], kind)
    })

    it(`are found not to be followed where one place lacks a kind: ${title}`, () => {
      for (const kind of kinds) {
        for (const lacking of places.map((place) => fileOf(place, kind))) {
          const without = (path: string) =>
            path === lacking ? textOf(path).replaceAll(naming(kind), "") : textOf(path)
          assert.deepStrictEqual(missing(places, kind, without), [lacking], kind)
        }
      }
    })
  }
})
