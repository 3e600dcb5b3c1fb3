import { Stream } from "effect"
import { HttpServerResponse } from "effect/http"

/** A CSV file as a download. A failure after the beginning cuts the connection. */
export const csvResponse = <E>(name: string, text: Stream.Stream<string, E>) =>
  HttpServerResponse.stream(Stream.encodeText(text), {
    contentType: "text/csv; charset=utf-8",
    headers: { "content-disposition": `attachment; filename="${name}.csv"` }
  })
