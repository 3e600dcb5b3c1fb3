import { ByteSize, Context, Effect, Result } from "effect"
import { type HttpServerError, HttpServerRequest } from "effect/http"
import { IncomingMessage } from "node:http"
import { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { parseObject } from "../../domain/json/Json.ts"
import { PayloadTooLarge, UnsupportedMediaType } from "../../domain/Errors.ts"
import { smallBody } from "../../domain/capacity/bounds.ts"
import { CallCapacity, takeWorkSlot } from "../capacity/CallCapacity.ts"

export { decodeJson } from "../../domain/json/decodeJson.ts"

const formType = /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const jsonOrTextType = /^(?:application\/json|text\/plain)\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const binaryType = /^application\/octet-stream$/i
const pictureType = /^(?:application\/octet-stream|image\/(?:png|jpeg|gif|webp))$/i
const jsonOrFormType = /^application\/(?:json|x-www-form-urlencoded)\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/** Whether `Content-Length` is larger than `limit` bytes. */
export const declaresMoreThan = (request: HttpServerRequest.HttpServerRequest, limit: number): boolean =>
  Number(request.headers["content-length"] ?? 0) > limit

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

/**
 * A small body that has arrived as a whole, without waiting: by the time of its admission a call's body usually has. Undefined for any
 * other body, of which nothing is read.
 */
const arrivedBytes = ({ source, headers }: HttpServerRequest.HttpServerRequest): Uint8Array | undefined => {
  if (!(source instanceof IncomingMessage) || !source.complete || source.readableFlowing !== null) return undefined
  // `Expect: 100-continue` is answered before the body is read.
  if (headers["expect"] !== undefined) return undefined
  const bytes: unknown = source.read()
  return bytes instanceof Uint8Array ? bytes : undefined
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
  const size = bytesToReserve(request, limit)
  const arrived = size > 0 || declaresMoreThan(request, limit) ? undefined : arrivedBytes(request)
  if (arrived !== undefined) {
    yield* capacity.takeWorkSlot
    return arrived
  }
  yield* capacity.reserveBytes(size)
  const bytes = yield* request.arrayBuffer.pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(limit)),
    Effect.catch(tooLarge)
  )
  yield* capacity.takeWorkSlot
  return new Uint8Array(bytes)
})

/** A body as `parseObject` reads it. */
export type ParsedBody = ReturnType<typeof parseObject>

/** The body of the call if it was read before its handler runs: the request does not give it again. */
export const EarlyBody = Context.Reference<ParsedBody | null>("tally/http/server/EarlyBody", {
  defaultValue: () => null
})

/** Reads a small JSON body that has arrived as a whole, for `EarlyBody`. Null for any other body, of which nothing is read. */
export const readArrivedJson = (request: HttpServerRequest.HttpServerRequest): ParsedBody | null => {
  if (bytesToReserve(request, Number.POSITIVE_INFINITY) > 0 || !isOf(jsonType, request)) return null
  const bytes = arrivedBytes(request)
  return bytes === undefined ? null : parseObject(bytes)
}

/** The body as a JSON object: media type, then size, then the one JSON parser (contract §1). */
export const readJson = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, limit: number) {
  const early = yield* EarlyBody
  if (early !== null) yield* takeWorkSlot
  const parsed = early ?? parseObject(yield* readBytes(request, limit, jsonType, "application/json"))
  return Result.isSuccess(parsed) ? parsed.success : yield* new ValidationFailed({ issues: [parsed.failure] })
})

/** Reads the body as a form. */
export const readForm = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, limit: number) {
  const bytes = yield* readBytes(request, limit, formType, "application/x-www-form-urlencoded")
  return new URLSearchParams(Buffer.from(bytes).toString("utf8"))
})

/** Reads a body of JSON as its bytes, also where it is sent as `text/plain`, as Amazon SNS does. */
export const readJsonText = (request: HttpServerRequest.HttpServerRequest, limit: number) =>
  readBytes(request, limit, jsonOrTextType, "application/json")

/** Reads a part of a file as its bytes. */
export const readFilePart = (request: HttpServerRequest.HttpServerRequest, limit: number) =>
  readBytes(request, limit, binaryType, "application/octet-stream")

/** Reads a file of a picture as its bytes. Its type is one that is taken; what it is tell the bytes. */
export const readPicture = (request: HttpServerRequest.HttpServerRequest, limit: number) =>
  readBytes(request, limit, pictureType, "image/png, image/jpeg, image/gif, image/webp or application/octet-stream")

/** Reads a signed body as its bytes: JSON, or the form by which WooCommerce tries an address. */
export const readSignedBody = (request: HttpServerRequest.HttpServerRequest, limit: number) =>
  readBytes(request, limit, jsonOrFormType, "application/json")
