// Schemas and bodies are read by path, as their readers do: they have no type of their own.
/* oxlint-disable typescript/no-explicit-any */
import { Result } from "effect"
import { parseObject } from "../../src/domain/Json.ts"
import { completed, somebodyNew } from "./bodies.ts"
import { idsThere } from "./certain.ts"
import type { Choices } from "./choices.ts"
import { follow, type Operation, operations } from "./contracts.ts"
import { type Edge, edgesOf } from "./edges.ts"
import type { FuzzedRequest } from "./requests.ts"
import { valid } from "./values.ts"
import { collectionOf, type World } from "./world.ts"

/** Where a schema with a limit stands: members and places by name, and between them the form that is taken of several. */
type Route = ReadonlyArray<string | number | { readonly form: any }>

const isMember = (step: Route[number]): step is string | number => typeof step !== "object"
const keysOf = (route: Route): ReadonlyArray<string | number> => route.filter(isMember)

/** Every schema of a body with the route to it; those that contain themselves once. */
const routesIn = (
  given: any,
  document: any,
  route: Route = [],
  above: ReadonlyArray<any> = []
): ReadonlyArray<Route> => {
  const schema = follow(given, document)
  if (schema === undefined || above.includes(schema)) return []
  const inside = (inner: any, step: Route[number]) => routesIn(inner, document, [...route, step], [...above, schema])
  const forms: ReadonlyArray<any> = schema.anyOf ?? schema.oneOf ?? []
  return [
    ...(forms.length === 0 ? [route] : []),
    ...forms.flatMap((form) => inside(form, { form })),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => inside(inner, name)),
    ...(schema.items === undefined ? [] : inside(schema.items, 0))
  ]
}

/** The schema at the end of a route. */
const schemaAt = (given: any, route: Route, document: any): any =>
  route.reduce((at: any, step) => {
    const next = isMember(step) ? (typeof step === "number" ? at.items : at.properties[step]) : step.form
    return follow(next, document)
  }, given)

/** JSON text of a body that has what its schema requires, and what is on the route. */
const along = (given: any, route: Route, document: any, choose: Choices, name = ""): string => {
  const [step, ...rest] = route
  const schema = follow(given, document)
  if (step === undefined) return valid(schema, choose, name, document)
  if (typeof step === "object") return along(step.form, rest, document, choose, name)
  if (typeof step === "number") return `[${along(schema.items, rest, document, choose, name)}]`
  const names = [...new Set([...(schema.required ?? []), step])]
  const members = names.map((member) => {
    const inner = schema.properties[member]
    const text = member === step ? along(inner, rest, document, choose, member) : valid(inner, choose, member, document)
    return `${JSON.stringify(member)}:${text}`
  })
  return `{${members.join(",")}}`
}

const withValue = (body: any, [key, ...rest]: ReadonlyArray<string | number>, value: unknown): any => {
  if (key === undefined) return value
  const copy = Array.isArray(body) ? [...body] : { ...body }
  copy[key] = withValue(body[key], rest, value)
  return copy
}

const valueAt = (body: any, keys: ReadonlyArray<string | number>): any => keys.reduce((at, key) => at?.[key], body)

// Whoever is named in one way is named in no other.
const naming = ["email", "phone", "contact_id"]

const completedAround = (operation: Operation, text: string, field: unknown, contact: string, choose: Choices): any => {
  const whole = completed(operation, text, choose, contact)
  // Numbers keep their digits.
  const body: any = Result.getOrThrow(parseObject(Buffer.from(whole)))
  const named = typeof field === "string" && naming.includes(field)
  if (operation.name === "POST /v1/events" && named)
    return { ...body, ...Object.fromEntries(naming.map((name) => [name, null])) }
  if (body.owner !== undefined) return { ...body, owner: { email: somebodyNew(choose).email } }
  const makesContact = /^POST .*\/contacts$/.test(operation.name) && !named && field !== "sms_consent"
  return makesContact ? { ...body, ...somebodyNew(choose) } : body
}

/** The body with a condition that takes a value of this kind, where the keys lead to a condition's value. */
const comparing = (body: any, keys: ReadonlyArray<string | number>, listed: boolean): any => {
  const condition = keys.slice(0, keys.indexOf("value"))
  if (valueAt(body, condition)?.op === undefined) return body
  const names = { field: "contact.first_name", op: listed ? "in" : "eq", value: listed ? ["Ada"] : "Ada" }
  return withValue(body, condition, names)
}

/** What is taken only if something else is as it must be: an operator that goes with its value, a place in a file; or would bring the run to its own limits. */
const elsewhere = (field: string, { at }: Edge): boolean =>
  /(?:\.op|^from)$/.test(field) ? at !== 0 : field.startsWith("limits.") && at === 1

/** One request at every limit that the contracts set, and one beyond it, which must be refused by the name of its field. */
export const requestsAtLimits = (choose: Choices, world: World): ReadonlyArray<FuzzedRequest> =>
  operations.flatMap((operation) => {
    const { id: account, token } = choose.pick(world.accounts)
    const caller: Record<string, string> = operation.dashboard
      ? { cookie: world.operator }
      : operation.path.startsWith("/v1/")
        ? { authorization: `Bearer ${token}` }
        : {}
    const oneOf = (collection: string, none: string) => {
      const found = idsThere(world, account, collection)
      return found.length === 0 ? none : choose.pick(found)
    }
    const [id, contact] = [oneOf(collectionOf(operation.path), "none"), oneOf("contacts", "con_none")]
    const path = operation.path.replace("{account}", account).replace("{id}", encodeURIComponent(id))
    const both = (field: string, edge: Edge, ask: (value: unknown) => Pick<FuzzedRequest, "path" | "init">) => {
      const one = { operation, account }
      const beyond: FuzzedRequest = { ...one, ...ask(edge.beyond), due: "refused", names: field }
      return elsewhere(field, edge) ? [beyond] : [{ ...one, ...ask(edge.at), due: "taken" as const }, beyond]
    }
    const init = { method: operation.method, headers: caller }
    const asked = operation.query.flatMap(({ name, schema }) =>
      edgesOf(schema, name, undefined, choose).flatMap((edge) =>
        both(name, edge, (value) => ({ path: `${path}?${name}=${encodeURIComponent(String(value))}`, init }))
      )
    )
    const { body } = operation
    if (body?.type !== "application/json") return asked
    const { schema } = body
    const { document } = schema
    const headers = { ...caller, "content-type": body.type }
    return [
      ...asked,
      ...routesIn(schema, document).flatMap((route) => {
        const keys = keysOf(route)
        const end = schemaAt(schema, route, document)
        const isList = end.items !== undefined
        const isItem = keys.at(-1) === 0
        const needed = isList ? [...keys, 0] : keys.slice(0, -1)
        const make = (listed: boolean, tries = 100): any => {
          const text = along(schema, isList ? [...route, 0] : route, document, choose)
          const made = comparing(completedAround(operation, text, keys[0], contact, choose), keys, listed)
          // What completes a body may leave out what leads there.
          return valueAt(made, needed) === undefined && tries > 0 ? make(listed, tries - 1) : made
        }
        const item = isList ? valueAt(make(true), needed) : undefined
        const name = String(keys.findLast((key) => typeof key === "string") ?? "")
        // A form that is told by its type is none at all with another one; a condition's list is judged as a whole.
        const named = end.enum?.length === 1 || (isItem && keys.at(-2) === "value") ? keys.slice(0, -1) : keys
        return edgesOf(end, name, item, choose).flatMap((edge) =>
          both(named.join("."), edge, (value) => {
            const whole = withValue(make(isItem || Array.isArray(value)), keys, value)
            return { path, init: { ...init, headers, body: JSON.stringify(whole) } }
          })
        )
      })
    ]
  })
