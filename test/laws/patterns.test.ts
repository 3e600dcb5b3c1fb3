import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createContext, runInContext } from "node:vm"
import { parseSync, Visitor } from "vite"

const root = join(import.meta.dirname, "../..")

/** Every regular expression that the service runs. Those of the dashboard run in the user's browser. */
const patterns = globSync("src/**/*.ts", { cwd: root, exclude: ["src/dashboard/**"] }).flatMap((path) => {
  const found: Array<{ readonly path: string; readonly pattern: RegExp }> = []
  const { program } = parseSync(path, readFileSync(join(root, path), "utf8"))
  new Visitor({
    Literal: (node) => {
      if ("regex" in node) found.push({ path, pattern: new RegExp(node.regex.pattern, node.regex.flags) })
    }
  }).visit(program)
  return found
})

// The pattern without lookarounds, and with backreferences replaced by one choice.
const plain = ({ source }: RegExp) =>
  source
    .replace(/\(\?<?[=!](?:\[[^\]]*\]|\([^)]*\)|[^()[\]])*\)|\\b|^\^|\$(?=$|\))/g, "")
    .replace(/\\1/g, "style")
    .replaceAll("[^]", "[a-z]")
    .replaceAll(/\\p\{\w+\}/g, "a-z")
    .replaceAll(/\\[ux][0-9a-f{}]+-?/gi, "")

// Optional parts are made required, since samples would often omit all of them.
const whole = (source: string) =>
  source.replace(
    /\\.|\[(?:\\.|[^\]\\])*\]|\(\?:|([*?]|\{0,)\??/g,
    (piece, quantifier: string | undefined) => ({ "*": "+", "?": "", "{0,": "{1," })[quantifier ?? ""] ?? piece
  )

const samplesOf = (pattern: RegExp) =>
  Effect.map(
    Effect.forEach([plain(pattern), whole(plain(pattern))], (source) =>
      Arbitrary.sampleEffect(Arbitrary.schema(Schema.String.check(Schema.isPattern(new RegExp(`^(?:${source})$`)))), {
        count: 6,
        seed: 1
      })
    ),
    (samples) => samples.flat()
  )

/** Near matches with one piece repeated, which trigger backtracking. */
const attacksOf = (samples: ReadonlyArray<string>) => {
  const pieces = samples.flatMap((sample) =>
    Array.from({ length: Math.min(sample.length, 60) }, (_, from) => [
      ...[1, 2, 3].map((length): [string, string] => [sample.slice(0, from), sample.slice(from, from + length)]),
      ["", sample.slice(0, from + 1)] as [string, string]
    ]).flat()
  )
  const unique = new Map(pieces.map((piece) => [piece.join("\0"), piece]))
  return [...unique.values()].map(
    ([before, again]) =>
      (length: number) =>
        `${before}${again.repeat(Math.ceil(length / again.length))}\u0001`
  )
}

const everyAttack = "attacks.map((attack) => { const from = now(); attack.replace(pattern, ''); return now() - from })"

const now = (): number => {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** The CPU time of each, in microseconds. Fails after 20 s, which only exponential patterns take. */
const costsOf = (pattern: RegExp, attacks: ReadonlyArray<string>): ReadonlyArray<number> =>
  runInContext(everyAttack, createContext({ attacks, pattern, now }), { timeout: 20_000 })

const length = 8_192

/** Whether four times the text takes more than eight times as long: linear time takes 4 times, quadratic 16. */
const outgrows = (pattern: RegExp, attack: (length: number) => string) => {
  const best = (size: number) => Math.min(...[1, 2, 3].flatMap(() => costsOf(pattern, [attack(size)])))
  const more = best(4 * length)
  return more > 10_000 && more > 8 * best(length)
}

describe("every regular expression of the service", () => {
  it.effect("takes linear time on any text", () =>
    Effect.gen(function* () {
      assert.isAbove(patterns.length, 50)
      const wrong: Array<string> = []
      let tried = 0
      for (const { path, pattern } of patterns) {
        const attacks = attacksOf(yield* samplesOf(pattern))
        const costs = costsOf(
          pattern,
          attacks.map((attack) => attack(length))
        )
        tried += costs.length
        const slow = attacks.find((attack, at) => (costs[at] ?? 0) > 1_000 && outgrows(pattern, attack))
        if (slow !== undefined) wrong.push(`${path}: ${pattern} with ${JSON.stringify(slow(20))}`)
      }
      assert.isAbove(tried, 5_000)
      assert.deepStrictEqual(wrong, [], wrong.join("\n"))
    })
  )
})
