import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { acceptedEncoding, type Encoding } from "./acceptedEncoding.ts"

// Runs in the thread pool.
const compress = {
  br: (content: Uint8Array) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (content: Uint8Array) => promisify(gzip)(content)
} satisfies Record<Encoding, (content: Uint8Array) => Promise<Buffer>>

/** Serves static content: one buffer for each encoding, made at its first request and shared by all responses. Supports `ETag`. */
export const staticContent = (
  content: Uint8Array,
  { contentType, cacheControl }: { readonly contentType: string; readonly cacheControl: string }
) => {
  const tag = `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`
  const compressed = new Map<Encoding, Promise<Buffer>>()
  const inEncoding = (encoding: Encoding) => {
    const result = compressed.get(encoding) ?? compress[encoding](content)
    compressed.set(encoding, result)
    return Effect.promise(() => result)
  }
  const cacheHeaders = { "Cache-Control": cacheControl, ETag: tag, Vary: "Accept-Encoding" }
  return Effect.fnUntraced(function* ({ headers }: HttpServerRequest.HttpServerRequest) {
    const tags = headers["if-none-match"]?.split(",").map((each) => each.trim()) ?? []
    if (tags.includes(tag)) return HttpServerResponse.empty({ status: 304, headers: cacheHeaders })
    const encoding = acceptedEncoding(headers["accept-encoding"])
    return encoding === undefined
      ? HttpServerResponse.uint8Array(content, { contentType, headers: cacheHeaders })
      : HttpServerResponse.uint8Array(yield* inEncoding(encoding), {
          contentType,
          headers: { ...cacheHeaders, "Content-Encoding": encoding }
        })
  })
}
