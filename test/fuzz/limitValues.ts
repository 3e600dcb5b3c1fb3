// Schemas are untyped, and read by path.
/* oxlint-disable typescript/no-explicit-any */
import type { Choices } from "./choices.ts"

/** A value at a limit of a schema, or one beyond it. */
export interface Edge {
  readonly at: unknown
  readonly beyond: unknown
}

const label = (length: number): string => "b".repeat(length)

/** An address with parts of maximum length, so that only its total length can be wrong. */
const address = (length: number, own: string): string => {
  const labels: Array<string> = []
  for (let left = length - 65; left > 0; left -= 64) labels.push(label(Math.min(left, 63)))
  return `${own.padEnd(64, "a")}@${labels.join(".")}`
}

/** A host name of this length, with labels of at most 63 characters. */
const hostName = (length: number, own: string): string =>
  `${own.padEnd(length - ".example".length, "a").replace(/.{50}(?=..)/g, (part) => `${part.slice(0, -1)}.`)}.example`

/** Text of this length that is valid otherwise; free text repeats `filler`, which may be two UTF-16 units. */
const textOf = (schema: any, name: string, length: number, own: string, filler: string): string => {
  if (schema.format === "email") return address(length, own)
  if (name === "tracking_domain") return hostName(length, own)
  const begin: Record<string, string> = {
    phone: "+12025550123",
    url: "https://hooks.example/",
    store_url: "https://shop.example/",
    logo_url: "https://shop.example/",
    image_url: "https://shop.example/",
    origins: "https://shop.example.",
    pattern: "A-##########",
    link_parameters: "a=",
    field: "contact.custom_fields.",
    contact_id: "con_",
    ids: "p-",
    confirmation_text: "YES or STOP "
  }
  // Spaces around a phone number are ignored.
  const first = (begin[name] ?? own).slice(0, length)
  const rest = name === "phone" ? " " : name in begin || schema.pattern !== undefined ? "x" : filler
  return first + rest.repeat(length - first.length)
}

/** Values on both sides of every limit in the schema of the member `name`; `item` is an element of a list. */
export const edgesOf = (schema: any, name: string, item: unknown, choose: Choices): ReadonlyArray<Edge> => {
  const { pick, below } = choose
  const edges: Array<Edge> = []
  const own = `e${below(2 ** 32)}`
  const filler = pick(["x", "😀"])
  const add = (limit: unknown, outward: 1 | -1, value: (size: number) => unknown) => {
    if (typeof limit === "number") edges.push({ at: value(limit), beyond: value(limit + outward) })
  }
  const text = (length: number) => textOf(schema, name, length, own, filler)
  // Only empty text is below the minimum of free text.
  const most = /\{1,(\d+)\}\$$/.exec(schema.pattern ?? "")?.[1]
  // A time has a form of its own at any length.
  if (schema.format !== "date-time") add(most === undefined ? schema.maxLength : Number(most), 1, text)
  add(schema.minLength, -1, text)
  if (most !== undefined) add(1, -1, text)
  // The largest number that fits into a body.
  const small = (length: number) => length * JSON.stringify(item ?? null).length < 900_000
  const list = (length: number) => Array.from({ length }, () => (small(length) ? item : {}))
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at]))
  add(schema.maxItems, 1, list)
  add(schema.minItems, -1, list)
  add(schema.maxProperties, 1, members)
  add(schema.maximum, 1, (size) => size)
  add(schema.minimum, -1, (size) => (schema.type === "number" && size < schema.minimum ? size + 0.99 : size))
  if (schema.format === "int64") {
    edges.push({ at: JSON.rawJSON("9223372036854775807"), beyond: JSON.rawJSON("9223372036854775808") })
  }
  if (schema.enum !== undefined)
    edges.push({ at: pick(schema.enum), beyond: `${String(pick(schema.enum)).toUpperCase()}X` })
  return edges
}
