// The document is read by path, as its readers do: it has no type of its own.
/* oxlint-disable typescript/no-explicit-any */
import { contractText } from "../support/contract.ts"

const document: any = JSON.parse(contractText())

/** A source of choices that gives the same ones for the same seed. */
export const choices = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number): number => Math.floor(next() * most)
  return {
    below,
    pick: <A>(from: ReadonlyArray<A>): A => {
      const found = from[below(from.length)]
      if (found === undefined) throw new Error("Nothing to pick from")
      return found
    },
    chance: (share: number): boolean => next() < share
  }
}
type Choices = ReturnType<typeof choices>

/** Values that programs get wrong, as JSON text. */
const oddities = [
  ["null", "true", "[]", "{}", '""', "0", "-0", "-1", "1e400", "1e-400", "9223372036854775807", "9223372036854775808"],
  [
    "0.1",
    "59.90",
    "1.5e3",
    "1".repeat(400),
    '"0"',
    '"007"',
    '" "',
    '"\\u0000"',
    '"\\ud800"',
    '"\\ud83d\\ude00"',
    '"K"'
  ],
  ['"a@b"', '"a@example.com"', '"A+1@Example.com "', '"+12025550123"', '"(202) 555-0123"', '"1-800-FLOWERS"', '"xyz"'],
  ['"2026-02-30T00:00:00Z"', '"2026-05-04T09:30:00+00:00"', '"9999-12-31T23:59:59.999Z"', '"0000-01-01T00:00:00Z"'],
  ['"subscribed"', '"delivered"', '"pending"', '"<script>"', `"'; --"`, '"__proto__"', `"${"é".repeat(300)}"`],
  [`"${"x".repeat(70_000)}"`, "[".repeat(63) + "]".repeat(63), "[".repeat(70) + "]".repeat(70), '[{"a":[null]}]'],
  ['{"__proto__":{"a":1}}', '{"constructor":1,"toString":2}', '{"2":1,"1":2,"1":3}', "NaN", "01", "'a'", "[1,]"]
].flat()

const follow = (schema: any): any =>
  typeof schema?.$ref === "string"
    ? follow(
        schema.$ref
          .split("/")
          .slice(1)
          .reduce((at: any, key: string) => at[key], document)
      )
    : schema

/** JSON text of a value that the schema may allow; now and then of one that it does not. */
const written = (given: any, choose: Choices): string => {
  const { pick, chance, below } = choose
  const schema = follow(given)
  if (chance(0.06)) return pick(oddities)
  const options = schema?.anyOf ?? schema?.oneOf
  if (options !== undefined) return written(pick(options), choose)
  if (schema?.allOf !== undefined)
    return written({ ...schema, ...follow(pick(schema.allOf)), allOf: undefined }, choose)
  if (schema?.enum !== undefined) return JSON.stringify(pick(schema.enum))
  if (schema?.const !== undefined) return JSON.stringify(schema.const)
  if (schema?.examples !== undefined && chance(0.7)) return JSON.stringify(pick(schema.examples))
  switch (schema?.type) {
    case "object": {
      const names = Object.keys(schema.properties ?? {})
      const kept = names.filter((name) => (schema.required ?? []).includes(name) || chance(0.3))
      const members = kept.map((name) => `${JSON.stringify(name)}:${written(schema.properties[name], choose)}`)
      if (chance(0.2)) members.push(`"${pick(["extra", "__proto__", "2", "email"])}":${pick(oddities)}`)
      return `{${members.join(",")}}`
    }
    case "array":
      return `[${Array.from({ length: below(4) }, () => written(schema.items, choose)).join(",")}]`
    case "string":
      return schema.format === "date-time" || schema.pattern?.includes("Z")
        ? `"2026-0${1 + below(9)}-1${below(9)}T09:30:00Z"`
        : JSON.stringify(
            pick(["ada@example.com", `b${below(20)}@example.com`, "+12025550123", "Ada", "USD", "a".repeat(300)])
          )
    case "integer":
    case "number":
      return pick(["1", "2", String(below(50)), "59.9", "9007199254740993"])
    case "boolean":
      return pick(["true", "false"])
    default:
      return pick(oddities)
  }
}

/** The contract's own example with some members written anew: mostly valid, and otherwise wrong in few places. */
const varied = ({ example, schema }: any, choose: Choices): string => {
  const { pick, chance, below } = choose
  const properties = follow(schema).properties ?? {}
  const members = new Map(Object.entries(example).map(([name, value]) => [name, JSON.stringify(value)]))
  if (members.has("order_id")) members.set("order_id", String(1 + below(200)))
  if (members.has("email")) members.set("email", `"b${below(50)}@example.com"`)
  for (let changes = below(4); changes > 0; changes--) {
    const name = pick(Object.keys(properties))
    members.set(name, chance(0.3) ? pick(oddities) : written(properties[name], choose))
  }
  return `{${[...members].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`
}

/** Breaks the text itself: cut off, a character lost or another one put in, everything twice. */
const broken = (text: string, { below, pick }: Choices): string => {
  const at = below(text.length + 1)
  return pick([
    text.slice(0, at),
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + pick(["\0", "\\", '"', ",", "}", "\u2028", "é", "\ufeff"]) + text.slice(at),
    text + text
  ])
}

export interface FuzzedRequest {
  readonly path: string
  readonly init: RequestInit & { readonly method: string }
}

const operations = Object.entries<any>(document.paths)
  .filter(([path]) => path.startsWith("/v1/") || path === "/oauth/token")
  .flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({ path, method, operation }))
  )
  .filter(({ operation }) => typeof operation === "object" && "responses" in operation)

/** A request that some operation of the contract may have to answer. `ids` are contacts to speak of. */
export const request = (choose: Choices, token: string, ids: ReadonlyArray<string>): FuzzedRequest => {
  const { pick, chance, below } = choose
  const { path, method, operation } = pick(operations)
  const parameters = (operation.parameters ?? []).map(follow)
  const named = (place: string) => parameters.filter((parameter: any) => parameter.in === place)
  const id = () =>
    encodeURIComponent(
      chance(method === "delete" ? 0.01 : 0.7)
        ? pick(ids)
        : pick(["none", "con_", "é", "%00", "\0", "..", "'", "x".repeat(3_000)])
    )
  const query = named("query")
    .filter(() => chance(0.3))
    .map(
      ({ name, schema }: any) =>
        `${name}=${encodeURIComponent(written(schema, choose).replace(/^"|"$/g, "").toWellFormed().slice(0, 2_000))}`
    )
  if (chance(0.03)) query.push(pick(["page=1&page=2", "%", "%ff", "unknown=1", "email[]=a", "&&=&"]))
  const headers: Record<string, string> = {}
  if (!chance(0.02))
    headers["authorization"] = chance(0.97)
      ? `Bearer ${token}`
      : pick(["Bearer", "Bearer x", "Basic eDp5", "Bearer service_" + "0".repeat(40)])
  if (chance(0.1)) headers["idempotency-key"] = pick(["a", "b", "", "x".repeat(300), `k${below(1_000)}`])
  if (chance(0.1)) headers["prefer"] = pick(["dry-run", "handling=strict", "", ";;;"])
  if (chance(0.05)) headers["x-service-integration-token"] = pick(["", "nothing", "x".repeat(500)])
  if (chance(0.03)) headers["service-account-id"] = pick(["", "acc_", "nothing", `acc_${"0".repeat(26)}`])
  const [type, content] = Object.entries<any>(operation.requestBody?.content ?? {})[0] ?? []
  const init = { method: method.toUpperCase(), headers }
  const url = `${path.replaceAll(/\{[^}]+\}/g, id)}${query.length === 0 ? "" : `?${query.join("&")}`}`
  if (type === undefined) return { path: url, init }
  headers["content-type"] = chance(0.96)
    ? type
    : pick(["text/plain", "application/json; charset=latin1", "application/xml", "*"])
  if (chance(0.01)) headers["content-encoding"] = "gzip"
  const whole =
    type === "application/json"
      ? chance(0.75) && content.example !== undefined
        ? varied(content, choose)
        : written(content.schema, choose)
      : `grant_type=client_credentials&scope=${pick(["", "a b", "orders_write", "%ff"])}`
  return { path: url, init: { ...init, body: chance(0.05) ? broken(whole, choose) : whole } }
}

/** Bytes that are no proper HTTP request. */
export const malformed: ReadonlyArray<string> = [
  "\r\n\r\n",
  "GET\r\n\r\n",
  "GET / HTTP/9.9\r\n\r\n",
  "GET /v1/contacts HTTP/1.1\r\n\r\n",
  "GET /v1/contacts HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
  `GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${"y".repeat(20_000)}\r\n\r\n`,
  "GET / HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n",
  "GET http://[::1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  "POST /v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
  "POST /v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
  "POST /v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "POST /v1/events HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n",
  "BREW /v1/contacts HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
]
