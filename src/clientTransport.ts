import { Effect, Option, Tracer } from "effect"
import { HttpClientError, HttpClientRequest, HttpClientResponse, HttpTraceContext } from "effect/http"

type Answer = Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>

const failed = (request: HttpClientRequest.HttpClientRequest, because: { description?: string; cause?: unknown }) =>
  Effect.fail(
    new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, ...because }) })
  )

const fetchWhole = async (
  request: HttpClientRequest.HttpClientRequest,
  url: URL,
  signal: AbortSignal
): Promise<HttpClientResponse.HttpClientResponse> => {
  // fetch writes the length itself, and twice is once too often.
  const { "content-length": _, ...headers } = request.headers
  // The contract's payloads are bytes or nothing.
  const body = request.body._tag === "Uint8Array" ? new Uint8Array(request.body.body) : null
  const response = await fetch(url, { method: request.method, headers, body, signal })
  const arrayBuffer = Effect.succeed(await response.arrayBuffer())
  return Object.create(HttpClientResponse.fromWeb(request, response), { arrayBuffer: { value: arrayBuffer } })
}

const send = (request: HttpClientRequest.HttpClientRequest, timeout: number): Answer =>
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
 * One attempt over `fetch`: the whole answer within `timeout` milliseconds, or a TransportError. Half the cost of Effect's own
 * client over fetch, which tracks answers that may never be read; here they are read at once. A caller that traces gets a
 * span, and its trace goes along.
 */
export const attempt = (request: HttpClientRequest.HttpClientRequest, timeout: number): Answer =>
  Effect.flatMap(Effect.serviceOption(Tracer.ParentSpan), (parent) =>
    Option.isNone(parent)
      ? send(request, timeout)
      : Effect.useSpan(request.method, { kind: "client" }, (span) =>
          send(HttpClientRequest.setHeaders(request, HttpTraceContext.toHeaders(span)), timeout)
        )
  )
