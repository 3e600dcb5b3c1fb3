import { Effect, Option, Stream } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { mediaFile } from "../../domain/media/mediaAddress.ts"
import { MediaFiles } from "../../store/media/MediaFiles.ts"
import { takeWorkSlot } from "../capacity/CallCapacity.ts"
import { answered, noSuchPage } from "../pages/pages.ts"

const headersOf = (digest: string) => ({
  "Cache-Control": "public, max-age=31536000, immutable",
  ETag: `"${digest}"`,
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Content-Security-Policy": "default-src 'none'; sandbox"
})

/**
 * `GET /m/…`: a picture of a media library (contract §23). It never changes, so that browsers and mail programs keep it for ever. Slices are read of the
 * database as the receiver takes them; a failure after the first cuts the picture off.
 */
export const MediaFilesLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const files = yield* MediaFiles
    yield* router.add("GET", "/m/:account/:file", (request) =>
      Effect.gen(function* () {
        const { account = "", file = "" } = yield* HttpRouter.params
        const ref = mediaFile(account, file)
        if (ref === undefined) return noSuchPage
        const headers = headersOf(ref.digest)
        const known = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim()) ?? []
        if (known.includes(headers.ETag)) return HttpServerResponse.empty({ status: 304, headers })
        yield* takeWorkSlot
        const first = yield* files.slice(ref, 0)
        const rest = Stream.paginate(first.bytes.byteLength, (from) =>
          Effect.map(files.slice(ref, from), ({ bytes }) => {
            const next = from + bytes.byteLength
            return [[bytes], next < first.size && bytes.byteLength > 0 ? Option.some(next) : Option.none()] as const
          })
        )
        const isWhole = first.bytes.byteLength >= first.size
        const options = { headers, contentType: `image/${first.type}` }
        return isWhole
          ? HttpServerResponse.uint8Array(first.bytes, options)
          : HttpServerResponse.stream(Stream.concat(Stream.make(first.bytes), rest), {
              ...options,
              contentLength: first.size
            })
      }).pipe(
        Effect.catchTag("NotFound", () => Effect.succeed(noSuchPage)),
        answered
      )
    )
  })
)
