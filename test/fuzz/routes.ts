// Schemas and bodies are read by path, as their readers do: they have no type of their own.
/* oxlint-disable typescript/no-explicit-any */
import { Result } from "effect"
import { parseObject } from "../../src/domain/json/Json.ts"
import { completed, somebodyNew } from "./bodies.ts"
import type { Choices } from "./choices.ts"
import { follow, type Operation } from "./contracts.ts"
import { valid } from "./values.ts"

/** Where a schema with a limit stands: members and places by name, and between them the form that is taken of several. */
export type Route = ReadonlyArray<string | number | { readonly form: any }>

const isMember = (step: Route[number]): step is string | number => typeof step !== "object"
/** Names and places on a route, without the forms taken. */
export const keysOf = (route: Route): ReadonlyArray<string | number> => route.filter(isMember)

/** Every schema of a body with the route to it; those that contain themselves once. */
export const routesIn = (
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
export const schemaAt = (given: any, route: Route, document: any): any =>
  route.reduce((at: any, step) => {
    const next = isMember(step) ? (typeof step === "number" ? at.items : at.properties[step]) : step.form
    return follow(next, document)
  }, given)

/** JSON text of a body that has what its schema requires, and what is on the route. */
export const along = (given: any, route: Route, document: any, choose: Choices, name = ""): string => {
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

/** A copy of the body with another value where the keys lead. */
export const withValue = (body: any, [key, ...rest]: ReadonlyArray<string | number>, value: unknown): any => {
  if (key === undefined) return value
  const copy = Array.isArray(body) ? [...body] : { ...body }
  copy[key] = withValue(body[key], rest, value)
  return copy
}

export const valueAt = (body: any, keys: ReadonlyArray<string | number>): any =>
  keys.reduce((at, key) => at?.[key], body)

// Whoever is named in one way is named in no other.
const naming = ["email", "phone", "contact_id"]

/** The body with what its schema does not say, and `field` left as it is. */
export const completedAround = (
  operation: Operation,
  text: string,
  field: unknown,
  contact: string,
  choose: Choices
): any => {
  const whole = completed(operation, text, choose, contact)
  // Numbers keep their digits.
  const body: any = Result.getOrThrow(parseObject(Buffer.from(whole)))
  const isName = typeof field === "string" && naming.includes(field)
  if (operation.name === "POST /v1/events" && isName)
    return { ...body, ...Object.fromEntries(naming.map((name) => [name, null])) }
  if (body.owner !== undefined) return { ...body, owner: { email: somebodyNew(choose).email } }
  const makesContact = /^POST .*\/contacts$/.test(operation.name) && !isName && field !== "sms_consent"
  return makesContact ? { ...body, ...somebodyNew(choose) } : body
}
