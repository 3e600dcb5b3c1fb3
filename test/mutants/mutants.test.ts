import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { mutants } from "./mutants.ts"

describe("the rules that are broken on purpose", () => {
  for (const { rule, edits, tests } of mutants) {
    it(`stand in the source once, and their tests are there: ${rule}`, () => {
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
