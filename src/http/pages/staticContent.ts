import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { acceptedEncoding, type Encoding } from "./acceptedEncoding.ts"

// Off the thread that serves, and a tenth of a second for the largest.
const compress = {
  br: (content: Uint8Array) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (content: Uint8Array) => promisify(gzip)(content)
} satisfies Record<Encoding, (content: Uint8Array) => Promise<Buffer>>

/**
 * Serves content that is the same for everybody: one buffer for each encoding, made when it is first asked for, which all answers
 * share however slowly they are read. Unchanged content is not sent again (`ETag`).
 */
export const staticContent = (
  content: Uint8Array,
  { contentType, cacheControl }: { readonly contentType: string; readonly cacheControl: string }
) => {
  const tag = `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`
  const compressed = new Map<Encoding, Promise<Buffer>>()
  const inEncoding = (encoding: Encoding) => {
    const known = compressed.get(encoding) ?? compress[encoding](content)
    compressed.set(encoding, known)
    return Effect.promise(() => known)
  }
  const shared = { "Cache-Control": cacheControl, ETag: tag, Vary: "Accept-Encoding" }
  return Effect.fnUntraced(function* ({ headers }: HttpServerRequest.HttpServerRequest) {
    const known = headers["if-none-match"]?.split(",").map((each) => each.trim()) ?? []
    if (known.includes(tag)) return HttpServerResponse.empty({ status: 304, headers: shared })
    const encoding = acceptedEncoding(headers["accept-encoding"])
    return encoding === undefined
      ? HttpServerResponse.uint8Array(content, { contentType, headers: shared })
      : HttpServerResponse.uint8Array(yield* inEncoding(encoding), {
          contentType,
          headers: { ...shared, "Content-Encoding": encoding }
        })
  })
}
