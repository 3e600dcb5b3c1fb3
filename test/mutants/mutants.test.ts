import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { mutants } from "./mutants.ts"

describe("the mutants", () => {
  for (const { rule, edits, tests } of mutants) {
    it(`quote the source exactly once, and name existing tests: ${rule}`, () => {
      for (const { file, from } of edits) {
        const source = readFileSync(join(import.meta.dirname, "../../src", file), "utf8")
        assert.strictEqual(source.split(from).length, 2, `${file}: ${from}`)
      }
      for (const [file, name] of tests) {
        const test = readFileSync(join(import.meta.dirname, "../..", file), "utf8")
        for (const words of name.split(" … ")) assert.include(test, words)
      }
    })
  }
})
