import { Effect } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"

/** A request to the OpenTelemetry collector: path, headers and body as text. */
interface Export {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** A collector on loopback, closed with the scope. `answer`: the status, or null to never respond. */
export const startCollector = Effect.fnUntraced(function* (answer: number | null = 200) {
  const exports: Array<Export> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      exports.push({ path: request.url ?? "", headers: request.headers, text: Buffer.concat(chunks).toString("utf8") })
      if (answer !== null) response.writeHead(answer, { "content-type": "application/json" }).end("{}")
    })
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
    () =>
      Effect.promise(async () => {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      })
  )
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  return {
    exports,
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_BSP_SCHEDULE_DELAY: "100",
      OTEL_METRIC_EXPORT_INTERVAL: "500"
    }
  }
})
