// Schemas and bodies are read by path, as their readers do: they have no type of their own.
/* oxlint-disable typescript/no-explicit-any */
import { idsThere } from "./certain.ts"
import type { Choices } from "./choices.ts"
import { operations } from "./contracts.ts"
import { type Edge, edgesOf } from "./edges.ts"
import type { FuzzedRequest } from "./requests.ts"
import { along, completedAround, keysOf, routesIn, schemaAt, valueAt, withValue } from "./routes.ts"
import { collectionOf, type World } from "./world.ts"

/** The body with a condition that takes a value of this kind, where the keys lead to a condition's value. */
const comparing = (body: any, keys: ReadonlyArray<string | number>, listed: boolean): any => {
  const condition = keys.slice(0, keys.indexOf("value"))
  if (valueAt(body, condition)?.op === undefined) return body
  const names = { field: "contact.first_name", op: listed ? "in" : "eq", value: listed ? ["Ada"] : "Ada" }
  return withValue(body, condition, names)
}

/** What is taken only if something else is as it must be: an operator that goes with its value, steps with ids of their own, a place in a file; or would bring the run to its own limits. */
const elsewhere = (field: string, { at }: Edge): boolean =>
  /(?:\.op|\.steps|^from)$/.test(field) ? at !== 0 : field.startsWith("limits.") && at === 1

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
    const queryRequests = operation.query.flatMap(({ name, schema }) =>
      edgesOf(schema, name, undefined, choose).flatMap((edge) =>
        both(name, edge, (value) => ({ path: `${path}?${name}=${encodeURIComponent(String(value))}`, init }))
      )
    )
    const { body } = operation
    if (body?.type !== "application/json") return queryRequests
    const { schema } = body
    const { document } = schema
    const headers = { ...caller, "content-type": body.type }
    return [
      ...queryRequests,
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
        const memberKeys = end.enum?.length === 1 || (isItem && keys.at(-2) === "value") ? keys.slice(0, -1) : keys
        return edgesOf(end, name, item, choose).flatMap((edge) =>
          both(memberKeys.join("."), edge, (value) => {
            const whole = withValue(make(isItem || Array.isArray(value)), keys, value)
            return { path, init: { ...init, headers, body: JSON.stringify(whole) } }
          })
        )
      })
    ]
  })
