import { ByteSize, Effect, Result } from "effect"
import { type HttpServerError, HttpServerRequest } from "effect/http"
import { IncomingMessage } from "node:http"
import { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { parseObject } from "../../domain/json/Json.ts"
import { PayloadTooLarge, UnsupportedMediaType } from "../../domain/Errors.ts"
import type { ParsedBody } from "../../api/Authorization.ts"
import { CallCapacity, takeWorkPlace } from "../capacity/CallCapacity.ts"

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

/**
 * Reads a small JSON body that has arrived as a whole, without waiting. Null for any other body. A body that was read must be passed
 * to `readJson`: the request does not give it again.
 */
export const readBodyIfArrived = (request: HttpServerRequest.HttpServerRequest): ParsedBody | null => {
  const { source } = request
  if (!(source instanceof IncomingMessage) || !source.complete || source.readableFlowing !== null) return null
  // `Expect: 100-continue` is answered before the body is read.
  if (request.headers["expect"] !== undefined) return null
  if (bytesHeldBy(request, Number.POSITIVE_INFINITY) > 0 || !isOf(jsonType, request)) return null
  const bytes: unknown = source.read()
  return bytes instanceof Uint8Array ? parseObject(bytes) : null
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
  const { forBody, forWork } = yield* CallCapacity
  yield* forBody(bytesHeldBy(request, limit))
  const bytes = yield* request.arrayBuffer.pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(limit)),
    Effect.catch(tooLarge)
  )
  yield* forWork
  return new Uint8Array(bytes)
})

/** The body as a JSON object: media type, then size, then the one JSON parser (contract §1). `early` is a body read before. */
export const readJson = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  limit: number,
  early: ParsedBody | null = null
) {
  if (early !== null) yield* takeWorkPlace
  const parsed = early ?? parseObject(yield* readBytes(request, limit, jsonType, "application/json"))
  return Result.isSuccess(parsed) ? parsed.success : yield* new ValidationFailed({ issues: [parsed.failure] })
})

/** The body as the members of a form. */
export const readForm = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, limit: number) {
  const bytes = yield* readBytes(request, limit, formType, "application/x-www-form-urlencoded")
  return new URLSearchParams(Buffer.from(bytes).toString("utf8"))
})
