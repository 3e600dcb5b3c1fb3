// Schemas and bodies are untyped, and read by path.
/* oxlint-disable typescript/no-explicit-any */
import { Result } from "effect"
import { parseObject } from "../../src/domain/json/Json.ts"
import { completeBody, newPerson, tokenName } from "./bodies.ts"
import type { Choices } from "./choices.ts"
import { follow, type Operation } from "./contracts.ts"
import { valid } from "./values.ts"

/** A path to a schema: member names and positions, and the chosen variants of unions. */
export type Route = ReadonlyArray<string | number | { readonly form: any }>

const isMember = (step: Route[number]): step is string | number => typeof step !== "object"
/** The names and positions of a route, without the variants. */
export const keysOf = (route: Route): ReadonlyArray<string | number> => route.filter(isMember)

/** Every schema of a body with its route; recursive schemas once. */
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

/** JSON text of a body with the required members, and those on the route. */
export const bodyAlong = (given: any, route: Route, document: any, choose: Choices, name = ""): string => {
  const [step, ...rest] = route
  const schema = follow(given, document)
  if (step === undefined) return valid(schema, choose, name, document)
  if (typeof step === "object") return bodyAlong(step.form, rest, document, choose, name)
  if (typeof step === "number") return `[${bodyAlong(schema.items, rest, document, choose, name)}]`
  const names = [...new Set([...(schema.required ?? []), step])]
  const members = names.map((member) => {
    const inner = schema.properties[member]
    const text =
      member === step ? bodyAlong(inner, rest, document, choose, member) : valid(inner, choose, member, document)
    return `${JSON.stringify(member)}:${text}`
  })
  return `{${members.join(",")}}`
}

/** A copy of the body with another value at the keys. */
export const withValue = (body: any, [key, ...rest]: ReadonlyArray<string | number>, value: unknown): any => {
  if (key === undefined) return value
  const copy = Array.isArray(body) ? [...body] : { ...body }
  copy[key] = withValue(body?.[key], rest, value)
  return copy
}

export const valueAt = (body: any, keys: ReadonlyArray<string | number>): any =>
  keys.reduce((at, key) => at?.[key], body)

// A contact is given by one address or id only.
const naming = ["email", "phone", "contact_id"]

/** Completes the body by the rules between members, with `field` unchanged. */
export const completeAround = (
  operation: Operation,
  text: string,
  field: unknown,
  contact: string,
  choose: Choices
): any => {
  const whole = completeBody(operation, text, choose, contact)
  // Keeps the digits of numbers.
  const body: any = Result.getOrThrow(parseObject(Buffer.from(whole)))
  const isName = typeof field === "string" && naming.includes(field)
  if (isName && ["POST /v1/events", "PUT /v1/carts/{id}"].includes(tokenName(operation.name)))
    return { ...body, ...Object.fromEntries(naming.map((name) => [name, null])) }
  if (body.owner !== undefined) return { ...body, owner: { email: newPerson(choose).email } }
  const makesContact = /^POST .*\/contacts$/.test(operation.name) && !isName && field !== "sms_consent"
  return makesContact ? { ...body, ...newPerson(choose) } : body
}
