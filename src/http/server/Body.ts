import { ByteSize, Effect, Result } from "effect"
import { type HttpServerError, HttpServerRequest } from "effect/http"
import { IncomingMessage } from "node:http"
import { type ValidationIssue, ValidationFailed } from "../../domain/ValidationIssue.ts"
import { type JsonObject, parseObject } from "../../domain/json/Json.ts"
import { PayloadTooLarge, UnsupportedMediaType } from "../../domain/Errors.ts"
import { CallCapacity, takeWorkSlot } from "../capacity/CallCapacity.ts"

export { decodeJson } from "../../domain/json/decodeJson.ts"

const formType = /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/** Whether the request says that its body is larger than `limit` bytes. */
export const declaresMoreThan = (request: HttpServerRequest.HttpServerRequest, limit: number): boolean =>
  Number(request.headers["content-length"] ?? 0) > limit

const small = 16 * 1024

/**
 * Bytes that reading the body may take: `limit` where its length is not said. 0 for a small one, which the number of connections
 * bounds well enough, so that large bodies of some never turn small ones of others away.
 */
const bytesHeldBy = (request: HttpServerRequest.HttpServerRequest, limit: number): number => {
  const declared = request.headers["content-length"]
  const size = declared === undefined ? (request.headers["transfer-encoding"] === undefined ? 0 : limit) : +declared
  return size > small ? Math.min(size, limit) : 0
}

const isOf = (type: RegExp, { headers }: HttpServerRequest.HttpServerRequest): boolean =>
  type.test(headers["content-type"] ?? "") && headers["content-encoding"] === undefined

const early = new WeakMap<object, Result.Result<JsonObject, ValidationIssue>>()

/**
 * The small JSON body of a request when it has come as a whole and nobody has read it; it stays there for `readJson`. Undefined
 * for any other.
 */
export const readBodyIfArrived = (request: HttpServerRequest.HttpServerRequest): JsonObject | undefined => {
  const { source } = request
  const known = early.get(source)
  if (known !== undefined) return Result.getOrUndefined(known)
  if (!(source instanceof IncomingMessage) || !source.complete || source.readableFlowing !== null) return undefined
  // Who asks whether to go on is told so first.
  if (request.headers["expect"] !== undefined) return undefined
  if (bytesHeldBy(request, Number.POSITIVE_INFINITY) > 0 || !isOf(jsonType, request)) return undefined
  const bytes: unknown = source.read()
  if (!(bytes instanceof Uint8Array)) return undefined
  const parsed = parseObject(bytes)
  early.set(source, parsed)
  return Result.getOrUndefined(parsed)
}

const tooLarge = ({ reason }: HttpServerError.HttpServerError): Effect.Effect<never, PayloadTooLarge> =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
    ? Effect.fail(new PayloadTooLarge())
    : Effect.interrupt

const readBytes = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  limit: number,
  type: RegExp,
  expected: string
) {
  if (!isOf(type, request)) return yield* new UnsupportedMediaType({ expected })
  const capacity = yield* CallCapacity
  yield* capacity.reserveBytes(bytesHeldBy(request, limit))
  const bytes = yield* request.arrayBuffer.pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(limit)),
    Effect.catch(tooLarge)
  )
  yield* capacity.takeWorkSlot
  return new Uint8Array(bytes)
})

/** The body as a JSON object: media type, then size, then the one JSON parser (contract §1). */
export const readJson = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, limit: number) {
  const known = early.get(request.source)
  if (known !== undefined) yield* takeWorkSlot
  const parsed = known ?? parseObject(yield* readBytes(request, limit, jsonType, "application/json"))
  return Result.isSuccess(parsed) ? parsed.success : yield* new ValidationFailed({ issues: [parsed.failure] })
})

/** The body as the members of a form. */
export const readForm = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, limit: number) {
  const bytes = yield* readBytes(request, limit, formType, "application/x-www-form-urlencoded")
  return new URLSearchParams(Buffer.from(bytes).toString("utf8"))
})
