// Schemas and bodies are untyped, and read by path.
/* oxlint-disable typescript/no-explicit-any */
import { existingIds } from "./knownOutcomes.ts"
import { validBody } from "./bodies.ts"
import type { Choices } from "./choices.ts"
import { operations } from "./contracts.ts"
import { awaitedField } from "./definitions.ts"
import { type Edge, edgesOf } from "./limitValues.ts"
import type { FuzzedRequest } from "./requests.ts"
import { bodyAlong, completeAround, keysOf, routesIn, schemaAt, valueAt, withValue } from "./routes.ts"
import { collectionOf, type World } from "./world.ts"

/** A field whose `where` takes the member. */
const filtered: Record<string, string> = {
  product_id: "order.count",
  sku: "order.count",
  event_type: "event.count",
  product_type: "viewed.count",
  vendor: "viewed.count",
  product_tag: "viewed.count"
}

/** The body with a matching condition when the keys lead to a condition's value. */
const comparing = (body: any, keys: ReadonlyArray<string | number>, listed: boolean): any => {
  const isList = (at: number) => typeof keys[at + 1] === "number"
  const filter = keys.findLastIndex((key, at) => key === "where" && !isList(at))
  const condition = keys.slice(0, filter === -1 ? keys.indexOf("value") : filter)
  if (valueAt(body, condition)?.op === undefined) return body
  if (filter !== -1)
    return withValue(body, condition, {
      field: filtered[String(keys[filter + 1])] ?? "message.received",
      op: "gte",
      value: 1,
      where: {}
    })
  const awaited = keys.findIndex((key, at) => key === "where" && isList(at))
  const field = awaited === -1 ? "contact.first_name" : awaitedField(valueAt(body, keys.slice(0, awaited)))
  const names = { field, op: listed ? "in" : "eq", value: listed ? ["Ada"] : "Ada" }
  return withValue(body, condition, names)
}

/** Members valid only in combination: an operator with its value, a class with the flow's trigger, unique step ids, each field of a form and each weekday once, percentages of 100 in all, the places of a pattern, unique ids of variants, what a wait can't look up, a position in a file; the blocks of a document, or that would hit the run's limits. */
const elsewhere = (path: string, field: string, { at }: Edge): boolean => {
  if (field === "pattern") return true
  // A span, and a trigger whose past is known.
  if (/\/(?:campaigns|flows|segments)\/backtest$/.test(path)) return true
  // Each id of a list of ids has a length of its own.
  if (path.endsWith("/products") && field === "ids") return true
  // The blocks of a document are counted in all, and each must be complete.
  if (field.includes(".content.")) return true
  // A translation needs both its subject and its body, and a block has none.
  if (path.endsWith("/templates") && /^(?:kind$|translations\.|language$)/.test(field)) return true
  // A campaign's e-mail needs its HTML too.
  if (/^variants\.0\.(?:subject|preheader|layout)$/.test(field)) return true
  if (path.includes("/products") && field.endsWith("variants")) return Array.isArray(at) && at.length > 1
  return /(?:\.op|\.class|\.steps|^from|^fields|\.weekdays|\.branches|\.percent|\.where|\.where\.0)$|where\.\d.*\.(?:where\.|field$)/.test(
    field
  )
    ? at !== 0
    : field.startsWith("limits.") && at === 1
}

// Bodies of steps are completed with another document, and blocks in columns are those beside them.
const isOfDocument = (name: string, keys: ReadonlyArray<string | number>): boolean =>
  /^POST .*\/campaigns$/.test(name) && !keys.includes("columns")

/** One request at every limit of the contracts, and one beyond it, which must be refused by the name of its field. */
export const requestsAtLimits = (choose: Choices, world: World): ReadonlyArray<FuzzedRequest> =>
  operations.flatMap((operation) => {
    const { id: account, token } = choose.pick(world.accounts)
    const caller: Record<string, string> = operation.dashboard
      ? { cookie: world.operator }
      : operation.path.startsWith("/v1/")
        ? { authorization: `Bearer ${token}` }
        : {}
    const oneOf = (collection: string, none: string) => {
      const found = existingIds(world, account, collection)
      return found.length === 0 ? none : choose.pick(found)
    }
    const [id, contact] = [oneOf(collectionOf(operation.path), "none"), oneOf("contacts", "con_none")]
    const path = operation.path
      .replace("{account}", account)
      .replace("{id}", encodeURIComponent(id))
      .replace("{provider}", "mailgun")
      .replace("{version}", "1")
      .replace("{run}", "run_1")
      .replace("{contact}", contact)
    const both = (field: string, edge: Edge, ask: (value: unknown) => Pick<FuzzedRequest, "path" | "init">) => {
      const one = { operation, account }
      const beyond: FuzzedRequest = { ...one, ...ask(edge.beyond), due: "refused", names: field }
      return elsewhere(operation.path, field, edge)
        ? [beyond]
        : [{ ...one, ...ask(edge.at), due: "taken" as const }, beyond]
    }
    const { body } = operation
    const init = {
      method: operation.method,
      headers: body === undefined ? caller : { ...caller, "content-type": body.type },
      ...(body?.type === "application/json" ? { body: validBody(operation, choose, contact) } : {})
    }
    const queryRequests = operation.query.flatMap(({ name, schema }) =>
      edgesOf(schema, name, undefined, choose).flatMap((edge) =>
        both(name, edge, (value) => ({ path: `${path}?${name}=${encodeURIComponent(String(value))}`, init }))
      )
    )
    if (body === undefined) return queryRequests
    if (body.type !== "application/json") return []
    const { schema } = body
    const { document } = schema
    const headers = { ...caller, "content-type": body.type }
    return [
      ...queryRequests,
      ...routesIn(schema, document).flatMap((route) => {
        const keys = keysOf(route)
        if (keys.includes("document") && !isOfDocument(operation.name, keys)) return []
        const end = schemaAt(schema, route, document)
        const isList = end.items !== undefined
        // Items of a document's list that are wrong themselves are named before the list, and another kind of content has no document.
        if (keys.includes("content") && (isList || end.enum?.length === 1)) return []
        const isItem = keys.at(-1) === 0
        const needed = isList ? [...keys, 0] : keys.slice(0, -1)
        const make = (listed: boolean, tries = 100): any => {
          const text = bodyAlong(schema, isList ? [...route, 0] : route, document, choose)
          const made = comparing(completeAround(operation, text, keys[0], contact, choose), keys, listed)
          // Completing a body may remove the member.
          return valueAt(made, needed) === undefined && tries > 0 ? make(listed, tries - 1) : made
        }
        const name = String(keys.findLast((key) => typeof key === "string") ?? "")
        const first = isList ? valueAt(make(true), needed) : undefined
        // Repeated branches with steps may exceed the limit of all steps first.
        const item = name === "branches" ? { ...first, steps: [] } : first
        // Another discriminator gives another variant; a condition's list and weekdays are validated as a whole.
        const isWhole = isItem && /^(?:value|weekdays)$/.test(String(keys.at(-2)))
        const isOfVariant = end.enum?.length === 1 && typeof route.at(-2) === "object"
        const memberKeys = isOfVariant || isWhole ? keys.slice(0, -1) : keys
        return edgesOf(end, name, item, choose).flatMap((edge) =>
          both(memberKeys.join("."), edge, (value) => {
            const whole = withValue(make(isItem || Array.isArray(value)), keys, value)
            return { path, init: { ...init, headers, body: JSON.stringify(whole) } }
          })
        )
      })
    ]
  })
