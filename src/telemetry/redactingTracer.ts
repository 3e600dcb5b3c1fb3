import { Cause, Exit, Option, Tracer } from "effect"

// Other attributes could identify a person: addresses, paths, queries, headers, hosts, ids.
const safeAttributes = new Set([
  "http.request.method",
  "http.route",
  "http.response.status_code",
  "db.system.name",
  "db.operation.name",
  "db.query.text",
  "db.client.connection.wait_time_ms"
])

const classOf = (error: unknown): string => (error instanceof Error ? error.name : "Error")

// Keeps only the class of an error: message and stack repeat values.
const redactedExit = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return exit
  const error = new Error(classOf(Cause.squash(exit.cause)))
  error.name = error.message
  error.stack = error.message
  return Exit.die(error)
}

/**
 * Wraps a tracer so that spans hold no personal data, secrets and values: they keep their names, times and `safeAttributes`.
 * A span is sampled only while `hasCapacity`. A root span needs `samples` too, and must not be an outgoing call: statements
 * of background polling are left out.
 */
export const redactingTracer = (
  tracer: Tracer.Tracer,
  { samples, hasCapacity }: { readonly samples: () => boolean; readonly hasCapacity: () => boolean }
): Tracer.Tracer =>
  Tracer.make({
    context: tracer.context,
    span: (options) => {
      const isRoot = Option.isNone(options.parent)
      const sampled = options.sampled && hasCapacity() && (!isRoot || (options.kind !== "client" && samples()))
      const span = tracer.span({ ...options, links: [], sampled })
      const [attribute, end] = [span.attribute.bind(span), span.end.bind(span)]
      return Object.assign(span, {
        attribute: (key: string, value: unknown) => {
          if (safeAttributes.has(key)) attribute(key, value)
        },
        event: () => {},
        addLinks: () => {},
        end: (time: bigint, exit: Exit.Exit<unknown, unknown>) => end(time, redactedExit(exit))
      })
    }
  })
