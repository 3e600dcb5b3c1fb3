import { DateTime, Effect, Result, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "./api/Api.ts"
import { fieldsOf } from "./api/fieldsOf.ts"
import { issuesOf, ValidationFailed, type ValidationIssue } from "./domain/ValidationIssue.ts"

type Members = Readonly<Record<string, unknown>>
type Codec = Schema.Codec<unknown, unknown>

// The API's schemas need no services.
const isCodec = (schema: Schema.Top): schema is Schema.Top & Codec => Schema.isSchema(schema)
const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null

/** A value as JSON has it: times as RFC 3339 in UTC and bigints as exact numbers, also within lists and objects. */
const asJson = (value: unknown): unknown => {
  if (typeof value === "bigint") return JSON.rawJSON(String(value))
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString()
  if (DateTime.isDateTime(value)) return DateTime.formatIso(value)
  if (Array.isArray(value)) return value.map(asJson)
  if (!isMembers(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  // A free-form member that is unchanged keeps its digits, which `textOf` knows by the object.
  const members = Object.entries(value).map(([key, member]) => [key, member, asJson(member)] as const)
  return members.every(([, member, json]) => member === json)
    ? value
    : Object.fromEntries(members.map(([key, , json]) => [key, json]))
}

/** A member as the API takes it: of the member's own type in code, or what the API takes in its place. */
const encoded = (field: Schema.Top | undefined, value: unknown): unknown => {
  const isTime = value instanceof Date || DateTime.isDateTime(value)
  const given = isMembers(value) && !isTime ? asJson(value) : value
  return field !== undefined && isCodec(field)
    ? Result.getOrElse(Schema.encodeUnknownResult(field)(given), () => asJson(given))
    : asJson(given)
}

const read = (
  schema: Schema.Top | undefined,
  value: unknown,
  asText: boolean
): Result.Result<unknown, ReadonlyArray<ValidationIssue>> => {
  if (schema === undefined || !isCodec(schema) || !isMembers(value) || value instanceof Uint8Array)
    return Result.succeed(value)
  const fields = fieldsOf(schema)
  const members = Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => {
        const json = encoded(fields[key], member)
        return [key, asText && (typeof json === "number" || JSON.isRawJSON(json)) ? JSON.stringify(json) : json]
      })
  )
  return Result.mapError(Schema.decodeUnknownResult(schema, { errors: "all" })(members), ({ issue }) => issuesOf(issue))
}

const declared = new Map<string, { readonly payload: Schema.Top | undefined; readonly query: Schema.Top | undefined }>()
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ group, endpoint }) => {
    const [payload] = [...endpoint.payload.values()]
    declared.set(`${group.identifier}.${endpoint.identifier}`, {
      payload: payload?.encoding._tag === "Json" ? payload.schemas[0] : undefined,
      query: endpoint.query
    })
  }
})

/**
 * Reads payload and query of a request as the API does: a number or digits where an id or an amount stands, a `Date` or text where a time stands.
 * Fails with all issues at once.
 */
export const readRequest = (operation: string, request: unknown): Effect.Effect<unknown, ValidationFailed> => {
  const endpoint = declared.get(operation)
  if (endpoint === undefined || !isMembers(request)) return Effect.succeed(request)
  const payload = read(endpoint.payload, request["payload"], false)
  const query = read(endpoint.query, request["query"], true)
  const issues = [payload, query].flatMap((part) => (Result.isFailure(part) ? part.failure : []))
  if (Result.isFailure(payload) || Result.isFailure(query)) return Effect.fail(new ValidationFailed({ issues }))
  return Effect.succeed({
    ...request,
    ...("payload" in request ? { payload: payload.success } : {}),
    ...("query" in request ? { query: query.success } : {})
  })
}
