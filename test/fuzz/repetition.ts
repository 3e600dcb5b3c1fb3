// Schemas and bodies are untyped, and read by path.
/* oxlint-disable typescript/no-explicit-any */
import type { Choices } from "./choices.ts"
import { type Operation, operations } from "./contracts.ts"
import { type LargeValue, largeValues, listOfWrong, longTexts, manyMembers } from "./largeValues.ts"
import { type FuzzedRequest, isExpensive } from "./requests.ts"
import { bodyAlong, completeAround, keysOf, routesIn, schemaAt, valueAt, withValue } from "./routes.ts"
import { collectionOf, type World } from "./world.ts"

/** A request of maximum size made by repetition. `sized` makes it in that many bytes. */
export interface Repetition {
  readonly name: string
  /** Whether every run sends it, also a short one. */
  readonly always: boolean
  /** The same for places whose values have one schema and name, such as those of each language, also in other operations. */
  readonly place: string
  readonly sized: (bytes: number) => FuzzedRequest
}

const placeholder = "@@large@@"

// The headers that the service reads; a head has at most 16 KiB.
const headers = [
  "authorization",
  "cookie",
  "prefer",
  "idempotency-key",
  "service-account-id",
  "x-service-integration-token",
  "x-forwarded-for",
  "x-request-id",
  "x-twilio-signature",
  "user-agent",
  "content-type",
  "origin",
  "accept"
]
const head = 12_000

const callerOf = (operation: Operation, world: World, token: string): Record<string, string> =>
  operation.dashboard
    ? { cookie: world.operator }
    : operation.path.startsWith("/v1/")
      ? { authorization: `Bearer ${token}` }
      : {}

/** Requests made by repetition, for every operation and every place in its body, query and head. */
export const repetitions = (
  choose: Choices,
  world: World,
  hooks: ReadonlyArray<Operation>
): ReadonlyArray<Repetition> => {
  const numbers = new Map<unknown, number>()
  const numberOf = (schema: unknown): number => {
    const number = numbers.get(schema) ?? numbers.size
    numbers.set(schema, number)
    return number
  }
  return [...operations, ...hooks].flatMap((operation) => {
    const { id: account, token } = choose.pick(world.accounts)
    const id = world.ids.get(`${account} ${collectionOf(operation.path)}`)?.[0] ?? "none"
    const path = operation.path
      .replace("{account}", account)
      .replace("{id}", id)
      .replace("{provider}", "mailgun")
      .replace("{version}", "1")
      .replace("{run}", "run_1")
    const base = { operation, account, due: "open" as const }
    const caller = callerOf(operation, world, token)
    const method = operation.method

    const inHead = (name: string, large: LargeValue): Repetition => ({
      name: `${operation.name} ${name}: ${large.name}`,
      always: false,
      place: operation.name,
      sized: () => ({ ...base, path, init: { method, headers: { ...caller, [name]: large.of(head).trim() } } })
    })
    const inQuery = (name: string, query: () => string): Repetition => ({
      name: `${operation.name}?${name}`,
      always: false,
      place: operation.name,
      sized: () => ({ ...base, path: `${path}?${query().slice(0, head)}`, init: { method, headers: caller } })
    })
    const inBody = (
      name: string,
      always: boolean,
      type: string,
      body: (bytes: number) => string,
      place = `${operation.name} ${name}`
    ): Repetition => ({
      name: `${operation.name} ${name}`,
      always,
      place,
      sized: (bytes) => ({
        ...base,
        path,
        init: { method, headers: { ...caller, "content-type": type }, body: body(bytes) }
      })
    })

    const queryRepetitions = operation.query.flatMap(({ name }) =>
      longTexts.flatMap((large) => [
        inQuery(`${name}=${large.name}`, () => `${name}=${large.of(head).replaceAll(" ", "%20")}`),
        inQuery(`${name}=${large.name}&…`, () => `${name}=${encodeURIComponent(large.of(2))}&`.repeat(head / 8))
      ])
    )
    const many = Array.from({ length: head / 6 }, (_, at) => `${at.toString(36)}=1`).join("&")
    const ofHead = [
      ...queryRepetitions,
      inQuery("many", () => many),
      inQuery("one many times", () => "a=1&".repeat(head / 4)),
      // All operations read the head in the same way, so each tries the texts in one header only.
      ...longTexts.map((large) => inHead(choose.pick(headers), large))
    ]

    const { body } = operation
    if (body === undefined) return ofHead
    if (body.type !== "application/json") {
      return [
        ...ofHead,
        inBody("many fields", true, body.type, (bytes) => {
          const fields = Array.from({ length: bytes / 6 }, (_, at) => `${at.toString(36)}=`)
          return fields.join("&").slice(0, bytes)
        }),
        ...longTexts.flatMap((large) =>
          ["grant_type", "client_id", "client_secret", "scope", "Body", "From", "MessageSid"].flatMap((field) => [
            inBody(`${field}=${large.name}`, false, body.type, (bytes) => `${field}=${large.of(bytes - 20)}`),
            inBody(`${field}=${large.name}&…`, false, body.type, (bytes) =>
              `${field}=${large.of(3)}&`.repeat(bytes / 24).slice(0, bytes)
            )
          ])
        )
      ]
    }
    const { schema } = body
    const { document } = schema
    const around = (keys: ReadonlyArray<string | number>, route: any, tries = 50): any => {
      const made = completeAround(operation, bodyAlong(schema, route, document, choose), keys[0], "con_none", choose)
      return valueAt(made, keys.slice(0, -1)) === undefined && tries > 0 ? around(keys, route, tries - 1) : made
    }
    const at = (route: ReturnType<typeof routesIn>[number], large: LargeValue): Repetition => {
      const keys = keysOf(route)
      const always = large === listOfWrong || (keys.length === 0 && large.name === manyMembers)
      const owner = keys.length === 0 ? operation.name : numberOf(schemaAt(schema, route, document))
      const place = `${owner} ${keys.at(-1)}: ${large.name}`
      const sized = (bytes: number) => {
        const whole = JSON.stringify(
          keys.length === 0 ? placeholder : withValue(around(keys, route), keys, placeholder)
        )
        // Password hashes are excluded.
        const text = isExpensive(operation) ? whole.replace(/"(?:new_)?password":/, '"other":') : whole
        return text.replace(JSON.stringify(placeholder), () => large.of(bytes - text.length))
      }
      return inBody(`${keys.join(".")}: ${large.name}`, always, body.type, sized, place)
    }
    const routes = new Map(routesIn(schema, document).map((route) => [keysOf(route).join("."), route]))
    const extra = ["extra", listOfWrong] as const
    return [
      ...ofHead,
      ...[...routes.values()].flatMap((route) => [listOfWrong, ...largeValues].map((large) => at(route, large))),
      ...largeValues.map((large) =>
        inBody(`${extra[0]}: ${large.name}`, false, body.type, (bytes) => {
          const whole = JSON.stringify(around([], []))
          return whole.length < 3
            ? `{"extra":${large.of(bytes - 20)}}`
            : `${whole.slice(0, -1)},"extra":${large.of(bytes - whole.length - 20)}}`
        })
      )
    ]
  })
}
