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

/** Whether `Content-Length` is larger than `limit` bytes. */
export const declaresMoreThan = (request: HttpServerRequest.HttpServerRequest, limit: number): boolean =>
  Number(request.headers["content-length"] ?? 0) > limit

const smallBody = 16 * 1024

/**
 * Bytes to reserve for reading the body: `limit` without a declared length. 0 for small bodies, which the bound on connections covers, so that
 * large bodies of one caller never reject small bodies of others.
 */
const bytesToReserve = (request: HttpServerRequest.HttpServerRequest, limit: number): number => {
  const declared = request.headers["content-length"]
  const size = declared === undefined ? (request.headers["transfer-encoding"] === undefined ? 0 : limit) : +declared
  return size > smallBody ? Math.min(size, limit) : 0
}

const isOf = (type: RegExp, { headers }: HttpServerRequest.HttpServerRequest): boolean =>
  type.test(headers["content-type"] ?? "") && headers["content-encoding"] === undefined

// Keyed by request, so that entries are collected with their requests.
const earlyBodies = new WeakMap<object, Result.Result<JsonObject, ValidationIssue>>()

/** The JSON body of a request, if it is small and has arrived completely and unread. Keeps it for `readJson`. Otherwise undefined. */
export const readBodyIfArrived = (request: HttpServerRequest.HttpServerRequest): JsonObject | undefined => {
  const { source } = request
  const earlier = earlyBodies.get(source)
  if (earlier !== undefined) return Result.getOrUndefined(earlier)
  if (!(source instanceof IncomingMessage) || !source.complete || source.readableFlowing !== null) return undefined
  // `Expect: 100-continue` is answered before the body is read.
  if (request.headers["expect"] !== undefined) return undefined
  if (bytesToReserve(request, Number.POSITIVE_INFINITY) > 0 || !isOf(jsonType, request)) return undefined
  const bytes: unknown = source.read()
  if (!(bytes instanceof Uint8Array)) return undefined
  const parsed = parseObject(bytes)
  earlyBodies.set(source, parsed)
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
  yield* capacity.reserveBytes(bytesToReserve(request, limit))
  const bytes = yield* request.arrayBuffer.pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(limit)),
    Effect.catch(tooLarge)
  )
  yield* capacity.takeWorkSlot
  return new Uint8Array(bytes)
})

/** Reads the body as a JSON object. Checks the media type, then the size, then the JSON (contract §1). */
export const readJson = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, limit: number) {
  const early = earlyBodies.get(request.source)
  if (early !== undefined) yield* takeWorkSlot
  const parsed = early ?? parseObject(yield* readBytes(request, limit, jsonType, "application/json"))
  return Result.isSuccess(parsed) ? parsed.success : yield* new ValidationFailed({ issues: [parsed.failure] })
})

/** Reads the body as a form. */
export const readForm = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, limit: number) {
  const bytes = yield* readBytes(request, limit, formType, "application/x-www-form-urlencoded")
  return new URLSearchParams(Buffer.from(bytes).toString("utf8"))
})
