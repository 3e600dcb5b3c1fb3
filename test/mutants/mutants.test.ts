import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { editedFiles } from "./anchors.ts"
import { mutants } from "./mutants.ts"

describe("the mutants", () => {
  for (const { rule, edits, tests } of mutants) {
    it(`quote their declarations exactly once, and name existing tests: ${rule}`, () => {
      editedFiles(edits)
      for (const [file, name] of tests) {
        const test = readFileSync(join(import.meta.dirname, "../..", file), "utf8")
        for (const words of name.split(" … ")) assert.include(test, words)
      }
    })
  }
})
