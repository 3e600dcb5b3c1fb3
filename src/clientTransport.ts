import { Effect, Option, Tracer } from "effect"
import { HttpClientError, HttpClientRequest, HttpClientResponse, HttpTraceContext } from "effect/http"

type Attempt = Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>

const failed = (request: HttpClientRequest.HttpClientRequest, because: { description?: string; cause?: unknown }) =>
  Effect.fail(
    new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, ...because }) })
  )

const fetchWhole = async (
  request: HttpClientRequest.HttpClientRequest,
  url: URL,
  signal: AbortSignal
): Promise<HttpClientResponse.HttpClientResponse> => {
  // fetch adds the length itself.
  const { "content-length": _, ...headers } = request.headers
  // All payloads of the API are encoded as bytes.
  const body = request.body._tag === "Uint8Array" ? new Uint8Array(request.body.body) : null
  const response = await fetch(url, { method: request.method, headers, body, signal })
  const arrayBuffer = Effect.succeed(await response.arrayBuffer())
  return Object.create(HttpClientResponse.fromWeb(request, response), { arrayBuffer: { value: arrayBuffer } })
}

const send = (request: HttpClientRequest.HttpClientRequest, timeout: number): Attempt =>
  Effect.callback((resume) => {
    const url = HttpClientRequest.toUrl(request)
    if (Option.isNone(url)) return resume(failed(request, { description: "Not an address" }))
    const controller = new AbortController()
    const timer = setTimeout(() => {
      resume(failed(request, { description: `No answer within ${timeout} ms` }))
      controller.abort()
    }, timeout)
    fetchWhole(request, url.value, controller.signal)
      .then(Effect.succeed, (cause: unknown) => failed(request, { cause }))
      .then(resume)
      .finally(() => clearTimeout(timer))
    return Effect.sync(() => controller.abort())
  })

/**
 * One attempt over `fetch`: the whole response within `timeout` milliseconds, or a TransportError. Reads responses at once and so costs half of
 * Effect's own client, which tracks unread ones. Within a span it adds a client span and sends the trace context.
 */
export const attempt = (request: HttpClientRequest.HttpClientRequest, timeout: number): Attempt =>
  Effect.flatMap(Effect.serviceOption(Tracer.ParentSpan), (parent) =>
    Option.isNone(parent)
      ? send(request, timeout)
      : Effect.useSpan(request.method, { kind: "client" }, (span) =>
          send(HttpClientRequest.setHeaders(request, HttpTraceContext.toHeaders(span)), timeout)
        )
  )
