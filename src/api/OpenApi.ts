import { Context } from "effect"
import { HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { isObject, type JsonObject } from "../domain/json/Json.ts"
import { RequiredScope } from "./Authorization.ts"
import { examples } from "./examples/examples.ts"
import { errors } from "./OpenApiErrors.ts"
import { errorSchema, headers, headersOf, parameters } from "./OpenApiParts.ts"

const info = {
  description:
    "Stores report their orders here; contacts, consent and flows follow from them. Every call needs `Authorization: Bearer <token>`. Times are UTC, amounts exact decimals, ids opaque. A failed call is safe to repeat after `Retry-After`.",
  license: { name: "All rights reserved", identifier: "LicenseRef-Proprietary" },
  contact: { name: "The operator of this service" }
}

const tags: Record<string, string> = {
  account: "The account behind the token, and its subaccounts.",
  contacts: "People, what they agreed to, and how it came about.",
  notes: "Notes of the shop about contacts.",
  manyContacts: "One action on all contacts that a filter finds, and their export.",
  events: "Custom events, which start flows.",
  oauth: "Access tokens for OAuth applications.",
  carts: "Carts of shoppers with what became of each.",
  products: "Products of a shop with their variants, prices and stock.",
  orders: "Orders of a store: the main job.",
  campaigns: "Messages to many contacts at once: reviewed, scheduled, sent once to each contact.",
  topics: "Kinds of marketing mail that contacts can leave one by one.",
  coupons: "Codes for the contacts of e-mails and texts, and the orders that used them.",
  media: "Pictures for e-mails: cleaned, and served at addresses that never change.",
  templates: "Mails and blocks of the account, saved for use again.",
  segments: "Sets of contacts by conditions on their fields, orders, events, messages and views.",
  flows: "Steps that a contact goes through after a trigger: messages, delays, branches, tags, webhooks.",
  forms: "Forms by which people sign up.",
  bulkChanges: "Changes of many contacts at once, and their undo.",
  imports: "Files of contacts and orders.",
  messages: "E-mails and texts with what became of them, webhooks, and suppressions by hand.",
  sender: "Who the mail of the account comes from.",
  senders: "Further senders, which campaigns and steps of flows may name.",
  sendingLimits: "The limits that the account sets on its own sending.",
  site: "The site of the account, whose pages report what visitors look at.",
  activity: "The figures of the account.",
  system: "Whether the service runs."
}

const descriptions: Record<string, string> = { 200: "Done.", 201: "Created.", 204: "Done, nothing to say." }

const bearer = "An API token (`service_…`) or an OAuth access token."

const scopesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => {
  const scopes = new Map<string, string>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      const scope = Context.get(endpoint.annotations, RequiredScope)
      const id = group.topLevel ? endpoint.identifier : `${group.identifier}.${endpoint.identifier}`
      if (scope !== null) scopes.set(id, scope)
    }
  })
  return scopes
}

const object = (value: unknown): JsonObject => (isObject(value) ? value : {})

const mapValues = (value: unknown, change: (member: unknown, name: string) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(object(value)).map(([name, member]) => [name, change(member, name)]))

const referred = (schema: unknown, schemas: JsonObject): JsonObject => {
  const reference = object(schema)["$ref"]
  return typeof reference === "string"
    ? object(schemas[reference.slice(reference.lastIndexOf("/") + 1)])
    : object(schema)
}

// The shared error of a generated schema; undefined for an error with members of its own, such as a conflict.
const sharedError = (status: number, schema: JsonObject) => {
  const members = object(schema["properties"])
  const codes = object(object(object(members["error"])["properties"])["code"])["enum"]
  if (Object.keys(members).length !== 1 || !Array.isArray(codes)) return undefined
  return errors.find((error) => error.status === status && error.code === codes[0])
}

const errorContent = ({ code, message, details }: (typeof errors)[number]) => ({
  "application/json": {
    schema: { $ref: "#/components/schemas/Error" },
    example: { error: { code, message, ...(details === undefined ? {} : { details }) } }
  }
})

const sharedResponse = (error: (typeof errors)[number], rated: boolean) => ({
  description: error.description,
  headers: headersOf(error.status, rated),
  content: errorContent(error)
})

// A body that is too large is rejected on every route.
const bodyTooLarge = Object.fromEntries(
  errors.filter(({ status }) => status === 413).map((error) => [413, sharedResponse(error, false)])
)

const responseOf = (status: number, response: JsonObject, schemas: JsonObject, example: unknown, rated: boolean) => {
  const [[type, content] = ["application/json", {}]] = Object.entries(object(response["content"]))
  const schema = object(object(content)["schema"])
  const declared = referred(schema, schemas)
  // An endpoint may fail with two errors of one status and code.
  const alternatives = Array.isArray(declared["anyOf"]) ? declared["anyOf"] : [declared]
  const found = new Set(alternatives.map((one) => sharedError(status, referred(one, schemas))))
  const [error] = found.size === 1 ? found : []
  if (error !== undefined)
    return rated ? { $ref: `#/components/responses/${error.name}` } : sharedResponse(error, rated)
  const own = mapValues(response["headers"], (header, name) => (name === "retry-after" ? undefined : header))
  return {
    ...response,
    description: descriptions[status] ?? response["description"],
    headers: { ...own, ...headersOf(status, rated) },
    ...(response["content"] === undefined
      ? {}
      : {
          content: {
            [type]: {
              // Exact responses are declared as text, with their JSON Schema as contentSchema.
              schema: referred(schema, schemas)["contentSchema"] ?? schema,
              ...(example === undefined ? {} : { example })
            }
          }
        })
  }
}

const operationOf = (
  value: unknown,
  [method, path]: readonly [method: string, path: string],
  schemas: JsonObject,
  scopes: ReadonlyMap<string, string>
) => {
  const operation = object(value)
  const id = String(operation["operationId"])
  const scope = scopes.get(id)
  const secured = Array.isArray(operation["security"]) && operation["security"].length > 0
  const rated = secured || path.startsWith("/oauth/")
  const example = examples[id]
  const declared = Array.isArray(operation["parameters"]) ? operation["parameters"] : []
  const body = object(operation["requestBody"])
  const hasInput = declared.length > 0 || operation["requestBody"] !== undefined
  const responses = Object.entries(object(operation["responses"]))
    // A read without parameters cannot be invalid. An act without them may not fit what is stored.
    .filter(([status]) => hasInput || method !== "get" || status !== "422")
    .map(([status, response]) => [
      status,
      responseOf(Number(status), object(response), schemas, object(example?.responses)[status], rated)
    ])
  return {
    ...operation,
    ...(scope === undefined ? {} : { description: `${operation["description"] ?? ""}\n\nScope: \`${scope}\`.`.trim() }),
    security: secured ? [{ bearer: scope === undefined ? [] : [scope] }] : [],
    parameters: [
      ...declared,
      ...(secured ? [{ $ref: "#/components/parameters/ServiceAccountId" }] : []),
      { $ref: "#/components/parameters/RequestId" }
    ],
    ...(operation["requestBody"] === undefined
      ? {}
      : {
          requestBody: {
            ...body,
            content: mapValues(body["content"], (media) => ({
              ...object(media),
              ...(example?.request === undefined ? {} : { example: example.request })
            }))
          }
        }),
    responses: {
      ...Object.fromEntries(responses),
      ...(rated ? { 500: { $ref: "#/components/responses/InternalError" } } : bodyTooLarge)
    }
  }
}

// Unknown members of request bodies are ignored (contract §2).
const withUnknownMembers = (paths: JsonObject, schemas: JsonObject): JsonObject => {
  const media = Object.values(paths)
    .flatMap((item) => Object.values(object(item)))
    .flatMap((operation) => Object.values(object(object(object(operation)["requestBody"])["content"])))
  const references = new Set(media.map((body) => object(object(body)["schema"])["$ref"]))
  return mapValues(schemas, (schema, name) =>
    references.has(`#/components/schemas/${name}`) ? { ...object(schema), additionalProperties: true } : schema
  )
}

const complete =
  (scopes: ReadonlyMap<string, string>) =>
  (spec: JsonObject): JsonObject => {
    const components = object(spec["components"])
    const schemas = object(components["schemas"])
    const paths = mapValues(spec["paths"], (item, path) =>
      mapValues(item, (operation, method) => operationOf(operation, [method, path], schemas, scopes))
    )
    const text = JSON.stringify([paths, schemas])
    const described = Array.isArray(spec["tags"]) ? spec["tags"] : []
    return {
      ...spec,
      info: { ...object(spec["info"]), ...info },
      servers: [{ url: "/", description: "This service" }],
      tags: described.map((tag) => ({ description: tags[String(object(tag)["name"])], ...object(tag) })),
      paths,
      components: {
        ...components,
        schemas: {
          ...Object.fromEntries(
            Object.entries(withUnknownMembers(paths, schemas)).filter(([name]) => text.includes(`/schemas/${name}"`))
          ),
          Error: errorSchema
        },
        responses: Object.fromEntries(errors.map((error) => [error.name, sharedResponse(error, true)])),
        headers,
        parameters,
        securitySchemes: mapValues(components["securitySchemes"], (scheme, name) =>
          name === "bearer" ? { ...object(scheme), description: bearer } : scheme
        )
      }
    }
  }

/** Completes the OpenAPI document of an API with scopes, headers, errors, examples and descriptions. */
export const documented = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): HttpApi.HttpApi<Id, Groups> => api.annotate(OpenApi.Transform, complete(scopesOf(api)))
