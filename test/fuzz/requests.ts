import { breakRule, validBody } from "./bodies.ts"
import type { Choices } from "./choices.ts"
import { type Operation, operations } from "./contracts.ts"
import { altered, hostile } from "./hostile.ts"
import { broken, unusualValues } from "./unusualValues.ts"
import { brokenRequest } from "./raw.ts"
import { valid, varied } from "./values.ts"
import { collectionOf, type World } from "./world.ts"

export interface FuzzedRequest {
  readonly operation: Operation
  readonly account: string
  readonly path: string
  readonly init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string }
  /** `taken`: valid. `refused`: certainly invalid. `open`: undecided by the document alone. */
  readonly due: "taken" | "refused" | "open"
  /** Nothing else may refuse it: it refers only to records that earlier calls created. */
  readonly sure?: true
  /** The field that an error must name. */
  readonly names?: string
  /** Bytes sent instead: the request with broken HTTP. */
  readonly raw?: string
}

/** The request as shown in a report. */
export const describeRequest = ({ init, path, due, operation }: FuzzedRequest): string =>
  `${due} ${operation.name}: ${init.method} ${path.slice(0, 300)} ${(init.body ?? "").slice(0, 600)}`

/** Whether the operation computes a password hash, calls other servers, or ends sessions of others. */
export const isExpensive = ({ method, path }: Operation): boolean =>
  method !== "GET" && /\/session$|\/password$|\/setup$|\/check-links$/.test(path)

const programmed = operations.filter(({ dashboard }) => !dashboard)

const paramsOf = (
  operation: Operation,
  choose: Choices,
  { ids }: World
): { readonly query: string; readonly wrong: boolean; readonly open: boolean } => {
  const { pick, chance } = choose
  let [wrong, open] = [false, false]
  const parts = operation.query
    .filter(({ name }) => chance(name === "cursor" ? 0.03 : 0.25))
    .map(({ name, schema, validate }) => {
      const odd = chance(0.15)
      const plain = (odd ? pick(unusualValues) : valid(schema, choose, name)).replace(/^"|"$/g, "")
      const text = plain.toWellFormed().slice(0, 2_000)
      const value = schema.type === "integer" ? (/^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : "no number") : text
      if (!validate(value)) wrong = true
      // Cursors are opaque.
      if (odd || name === "cursor") open = true
      return `${name}=${encodeURIComponent(text)}`
    })
  for (const { name } of operation.query) {
    if (!chance(name === "cursor" ? 0.1 : 0.03)) continue
    const knownIds = [...ids].flatMap(([collection, values]) => (collection.endsWith(" cursors") ? values : []))
    const cursor = name === "cursor" && knownIds.length > 0 && chance(0.8) ? pick(knownIds) : undefined
    parts.push(
      `${name}=${cursor === undefined ? pick(hostile) : encodeURIComponent(chance(0.5) ? cursor : pick(altered(cursor)))}`
    )
    open = true
  }
  if (operation.name === "GET /v1/contacts" && chance(0.05)) {
    parts.push(pick(["page=1&page=2", "unknown=1", "email_permission=a", "email[]=a"]))
    wrong = true
  }
  return { query: parts.length === 0 ? "" : `?${parts.join("&")}`, wrong, open }
}

const strangeIds = ["none", "con_", "é", "%00", "\0", "..", "'", "x".repeat(3_000), `con_${"0".repeat(26)}`, ...hostile]
// Characters that are sent unescaped in a path or query.
const inUrl = (text: string): string => (hostile.includes(text) ? text : encodeURIComponent(text))

// A leading byte order mark is ignored, as RFC 8259 allows.
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""))
  } catch {
    return undefined
  }
}

/** A random request to some operation, or malformed bytes. */
export const request = (choose: Choices, world: World): FuzzedRequest => {
  const one = proper(choose, world)
  if (one.init.method === "GET" ? !choose.chance(0.02) : !choose.chance(0.05)) return one
  return { ...one, due: "open", raw: brokenRequest(one.init, one.path, choose) }
}

const proper = (choose: Choices, world: World): FuzzedRequest => {
  const { pick, chance } = choose
  // The dashboard has many more operations than the public API.
  const operation = pick(chance(0.4) ? programmed : operations)
  if (isExpensive(operation) && chance(0.9)) return proper(choose, world)
  const { id: account, token, cookie } = pick(world.accounts)
  const idsOf = (collection: string) => world.ids.get(`${account} ${collection}`) ?? []
  let [refused, taken] = [false, true]
  const knownIds = idsOf(collectionOf(operation.path))
  const id =
    chance(operation.method === "DELETE" ? 0.15 : 0.85) && knownIds.length > 0 ? pick(knownIds) : pick(strangeIds)
  // Clients resolve two dots in a path, which may name another operation then.
  // Of a cart and a product the caller chooses the id, which may look like a cursor.
  const isChosen = /\/(?:carts|products)\//.test(operation.path)
  if (operation.path.includes("{id}") && strangeIds.includes(id)) [refused, taken] = [id !== ".." && !isChosen, false]
  const accountId = operation.path.includes("{account}") && chance(0.02) ? pick([world.foreign, "acc_", "é"]) : account
  const { query, wrong, open } = paramsOf(operation, choose, world)
  const caller = operation.dashboard
    ? person(operation, choose, world, cookie)
    : program(operation, choose, world, token)
  const { headers } = caller
  refused ||=
    caller.refused || (accountId !== account && !(accountId === world.foreign && headers["cookie"] === world.operator))
  taken &&= !caller.long && !open
  refused ||= wrong
  const provider = pick(["sendgrid", "mailgun", "resend"])
  const named = operation.path
    .replace("{account}", encodeURIComponent(accountId))
    .replace("{provider}", provider)
    .replace("{version}", pick(["1", "2"]))
    .replace("{run}", "run_1")
    .replace("{contact}", pick([...idsOf("contacts"), "con_none"]))
  const path = `${named.replaceAll("{id}", inUrl(id))}${query}`
  const init = { method: operation.method, headers }
  const whole = bodyOf(operation, choose, world, pick([...idsOf("contacts"), "con_none"]))
  if (whole === undefined)
    return { operation, account, path, init, due: refused ? "refused" : taken ? "taken" : "open" }
  headers["content-type"] = operation.body?.type ?? ""
  if (chance(0.03)) {
    headers["content-type"] = pick(["text/plain", "application/json; charset=latin1", "application/xml", "*"])
    refused = true
  }
  if (chance(0.01)) {
    headers["content-encoding"] = "gzip"
    refused = true
  }
  taken &&= whole.taken
  // A lenient call may leave out the invalid member.
  refused ||= whole.refused && headers["prefer"] !== lenient
  return {
    operation,
    account,
    path,
    init: { ...init, body: whole.text },
    due: refused ? "refused" : taken ? "taken" : "open"
  }
}

interface Caller {
  readonly headers: Record<string, string>
  readonly refused: boolean
  /** Whether a header exceeds the limit of some operations. */
  readonly long: boolean
}

/** Headers of a browser. */
const person = ({ method, path }: Operation, { pick, chance }: Choices, world: World, cookie: string): Caller => {
  const open = method === "POST" && /\/(session|setup|forgotten-password)$/.test(path)
  const unauthenticated = chance(0.02) || (method === "DELETE" && path.endsWith("/session"))
  const foreign = chance(0.02)
  const headers = {
    cookie: unauthenticated
      ? pick([`session=${"x".repeat(43)}`, "session=", "a=b; c", ""])
      : pick([cookie, world.operator]),
    ...(foreign ? { origin: pick(["https://evil.example", "null"]) } : {})
  }
  return { headers, refused: foreign || (unauthenticated && !open), long: false }
}

const lenient = "handling=lenient"

/** Headers of an API client, with a valid token or not. */
const program = ({ path, name }: Operation, { pick, chance, below }: Choices, world: World, token: string): Caller => {
  if (!path.startsWith("/v1/")) return { headers: {}, refused: false, long: false }
  const bearer = chance(0.9) ? token : pick([world.powerless, "", "x", `service_${"0".repeat(40)}`])
  const headers: Record<string, string> = { authorization: `Bearer ${bearer}` }
  let refused = bearer !== token && !(bearer === world.powerless && path === "/v1/account")
  if (chance(0.03)) {
    headers["service-account-id"] = pick(["", "acc_", "nothing", `acc_${"0".repeat(26)}`, world.foreign])
    refused = true
  }
  if (chance(0.1)) headers["idempotency-key"] = pick(["a", "b", "", "x".repeat(300), `k${below(5_000)}`])
  if (chance(0.1)) headers["prefer"] = pick(["dry-run", "handling=strict", lenient, "", ";;;"])
  if (chance(0.03) && name === "POST /v1/orders/placed") {
    headers["x-service-integration-token"] = pick(["nothing", "x".repeat(500)])
    refused = true
  }
  return { headers, refused, long: (headers["idempotency-key"] ?? "").length > 255 }
}

interface Body {
  readonly text: string
  readonly taken: boolean
  readonly refused: boolean
}

const bodyOf = (operation: Operation, choose: Choices, world: World, contact: string): Body | undefined => {
  const { pick, chance } = choose
  if (operation.body === undefined) return undefined
  // Which bytes are the file of an import depends on its layout and on what was uploaded before.
  if (operation.body.type === "application/octet-stream")
    return {
      text: pick(["email\na@example.com\n", "", "\0", '"'.repeat(1_000), "\ufeffsep=;\n"]),
      taken: false,
      refused: false
    }
  if (operation.body.type !== "application/json") {
    const form = `grant_type=client_credentials&scope=${pick(["", "orders_write"])}`
    if (chance(0.3)) return { text: `${form}&${world.client}`, taken: true, refused: false }
    const wrong = pick(["", "&client_id=a", "&client_id=a&client_secret=%ff", "&scope=a%20b", `&${world.client}x`])
    return { text: form + wrong, taken: false, refused: true }
  }
  const whole = validBody(operation, choose, contact)
  if (chance(0.45)) return { text: whole, taken: true, refused: !operation.body.validate(JSON.parse(whole)) }
  const ruled = chance(0.1) ? breakRule(operation, whole, choose) : undefined
  if (ruled !== undefined) return { text: ruled, taken: false, refused: true }
  const text = chance(0.1)
    ? broken(whole, choose)
    : chance(0.1)
      ? pick(unusualValues)
      : varied(whole, operation.body.schema, choose)
  const value = parsed(text)
  return { text, taken: false, refused: !operation.body.validate(value) }
}
