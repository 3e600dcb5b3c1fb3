import { defaultOperators, type Hash, toValue } from "liquidjs"
import type { FilterHandler } from "./localFilters.ts"
import { textOf } from "./TemplateOutput.ts"

/** Whether a value is an object of JSON. */
export const isPlainObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype

type Comparable = number | string

const compared =
  (holds: (left: Comparable, right: Comparable) => boolean) =>
  (left: unknown, right: unknown): boolean => {
    const [one, other]: ReadonlyArray<unknown> = [toValue(left), toValue(right)]
    if (typeof one === "number" && typeof other === "number") return holds(one, other)
    return typeof one === "string" && typeof other === "string" && holds(one, other)
  }

/** Comparisons as in Ruby: nothing is less than a number, and `<>` is `!=`. */
export const rubyOperators = {
  "<": compared((one, other) => one < other),
  "<=": compared((one, other) => one <= other),
  ">": compared((one, other) => one > other),
  ">=": compared((one, other) => one >= other),
  ...(defaultOperators["!="] === undefined ? {} : { "<>": defaultOperators["!="] })
}

const numberOf = (value: unknown): number => {
  const plain: unknown = toValue(value)
  if (typeof plain === "number") return plain
  const [number] = /^\s{0,9}[-+]?\d{1,30}(?:\.\d{1,30})?/.exec(typeof plain === "string" ? plain : "") ?? []
  return Number(number ?? 0)
}

const isInteger = (value: unknown): boolean =>
  Number.isInteger(toValue(value)) || (typeof value === "string" && !value.includes("."))

const digitsOf = (value: number): number => (String(value).split("e", 1)[0] ?? "").split(".")[1]?.length ?? 0

// Ruby computes with decimals: 19.99 × 100 is 1999. Sums have the digits of their longest part, products those of both.
const rounded = (value: number, digits: number): number =>
  Number.isFinite(value) && digits <= 20 ? Number(value.toFixed(digits)) : value

type Compute = (one: number, other: number) => readonly [result: number, digits: number]

const arithmetic =
  (compute: Compute): FilterHandler =>
  (value: unknown, other: unknown) =>
    rounded(...compute(numberOf(value), numberOf(other)))

const longest = (one: number, other: number): number => Math.max(digitsOf(one), digitsOf(other))

const notZero = (divisor: number): number => {
  if (divisor === 0) throw new Error("divided by 0")
  return divisor
}

/** Whether the first argument of a filter is written with a point: `divided_by: 2.0`. */
const hasPoint = (argument: unknown): boolean =>
  typeof argument === "object" &&
  argument !== null &&
  "getText" in argument &&
  typeof argument.getText === "function" &&
  /^-?\d{1,30}\.\d{1,30}$/.test(String(argument.getText()))

const dividedBy: FilterHandler = function (value: unknown, other: unknown) {
  const [one, divisor] = [numberOf(value), notZero(numberOf(other))]
  const isWhole = isInteger(value) && isInteger(other) && !hasPoint(this.token.args[0])
  return isWhole ? Math.floor(one / divisor) : one / divisor
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (isPlainObject(value) && Object.keys(value).length === 0)

// Ruby splits at a blank as at any run of white space, and takes none before the first word for a part.
const wordsOf = (text: string, limit?: number): Array<string> =>
  text.replace(/^[\t-\r ]+/, "").split(/[\t-\r ]+/, limit)

const withoutEmptyEnd = (parts: ReadonlyArray<string>): ReadonlyArray<string> =>
  parts.slice(0, parts.findLastIndex((part) => part !== "") + 1)

const split = (value: unknown, separator: unknown): ReadonlyArray<string> => {
  const [text, mark] = [textOf(value), textOf(separator)]
  if (mark === " ") return withoutEmptyEnd(wordsOf(text))
  return mark === "" ? [...text] : withoutEmptyEnd(text.split(mark))
}

/** The library adds the ellipsis to a text of just so many words too. */
const truncateWords = (value: unknown, count: unknown = 15, ellipsis: unknown = "..."): unknown => {
  const limit = Math.max(1, Math.trunc(numberOf(count)))
  const words = wordsOf(textOf(value), limit + 1)
  return words.length <= limit ? value : `${words.slice(0, limit).join(" ")}${textOf(ellipsis)}`
}

/** Filters as in Ruby's Liquid where the library's differ. */
export const rubyFilters: ReadonlyArray<readonly [name: string, filter: FilterHandler]> = [
  ["plus", arithmetic((one, other) => [one + other, longest(one, other)])],
  ["minus", arithmetic((one, other) => [one - other, longest(one, other)])],
  ["times", arithmetic((one, other) => [one * other, digitsOf(one) + digitsOf(other)])],
  ["modulo", arithmetic((one, other) => [((one % notZero(other)) + other) % other, longest(one, other)])],
  ["divided_by", dividedBy],
  ["split", split],
  ["truncatewords", truncateWords],
  [
    "size",
    (value: unknown) => {
      const plain: unknown = toValue(value)
      if (typeof plain === "string") return [...plain].length
      if (Array.isArray(plain)) return plain.length
      return isPlainObject(plain) ? Object.keys(plain).length : 0
    }
  ],
  [
    "first",
    (value: unknown) => {
      const plain: unknown = toValue(value)
      if (Array.isArray(plain)) return plain[0]
      return isPlainObject(plain) ? Object.entries(plain)[0] : null
    }
  ],
  [
    "last",
    (value: unknown) => {
      const plain: unknown = toValue(value)
      return Array.isArray(plain) ? plain.at(-1) : null
    }
  ],
  [
    "default",
    (value: unknown, fallback: unknown, ...named: ReadonlyArray<unknown>) => {
      const plain: unknown = toValue(value)
      const allowsFalse = named.some(
        (pair) => Array.isArray(pair) && pair[0] === "allow_false" && textOf(pair[1]) === "true"
      )
      return isEmpty(plain) && !(plain === false && allowsFalse) ? fallback : plain
    }
  ]
]

/** Gives a loop within a loop its `forloop.parentloop`. */
export const withOuterLoop = (scope: object, outer: () => unknown): void => {
  const inner: unknown = Reflect.get(scope, "forloop")
  if (typeof inner === "object" && inner !== null) Reflect.set(inner, "parentloop", outer() ?? null)
}

const seen = new WeakSet<Hash>()

/** Has a tag take an argument that is null (`limit: nil`) as absent. */
export const withoutNull = (hash: Hash): void => {
  if (seen.has(hash)) return
  seen.add(hash)
  const render = hash.render.bind(hash)
  hash.render = function* (context) {
    const given: Record<string, unknown> = yield* render(context)
    return Object.fromEntries(Object.entries(given).filter(([, value]) => (toValue(value) ?? null) !== null))
  }
}
