import { Cause, Exit, Option, Tracer } from "effect"

// Everything else could name somebody: addresses, paths, queries, headers, hosts, ids.
const shown = new Set([
  "http.request.method",
  "http.route",
  "http.response.status_code",
  "db.system.name",
  "db.operation.name",
  "db.query.text",
  "db.client.connection.wait_time_ms"
])

const kindOf = (error: unknown): string => (error instanceof Error ? error.name : "Error")

// Of a failure its class is told; messages and stacks repeat values.
const withoutWords = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return exit
  const error = new Error(kindOf(Cause.squash(exit.cause)))
  error.name = error.message
  error.stack = error.message
  return Exit.die(error)
}

/**
 * The tracer without personal data, secrets and values: spans keep their names, times and the attributes listed here.
 * Statements that no call and no program asked for are left out. `samples` decides for what begins here, `hasRoom` for all.
 */
export const redactingTracer = (
  tracer: Tracer.Tracer,
  { samples, hasRoom }: { readonly samples: () => boolean; readonly hasRoom: () => boolean }
): Tracer.Tracer =>
  Tracer.make({
    context: tracer.context,
    span: (options) => {
      const begins = Option.isNone(options.parent)
      const sampled = options.sampled && hasRoom() && (!begins || (options.kind !== "client" && samples()))
      const span = tracer.span({ ...options, links: [], sampled })
      const [attribute, end] = [span.attribute.bind(span), span.end.bind(span)]
      return Object.assign(span, {
        attribute: (key: string, value: unknown) => {
          if (shown.has(key)) attribute(key, value)
        },
        event: () => {},
        addLinks: () => {},
        end: (time: bigint, exit: Exit.Exit<unknown, unknown>) => end(time, withoutWords(exit))
      })
    }
  })
