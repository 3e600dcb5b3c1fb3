import { Agent, type Dispatcher, request } from "@effect/platform-node/Undici"
import { Config, Context, Duration, Effect, Layer } from "effect"
import { lookup } from "node:dns"
import { isIP } from "node:net"
import type { CallResult } from "../../domain/messages/Delivery.ts"
import { isPublicAddress } from "./publicAddress.ts"
import { notPublic, publicLookup } from "./publicLookup.ts"

/** A request to an address that a customer configured. */
interface WebhookCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Calls customers' webhooks. */
export class WebhookCalls extends Context.Service<
  WebhookCalls,
  {
    /** Makes one POST, to public addresses only, within 10 seconds. Follows no redirect and discards the response body. Never fails. */
    readonly call: (call: WebhookCall) => Effect.Effect<CallResult>
    /**
     * Asks whether a page answers, at public addresses only, within 5 seconds: by HEAD, and by GET where the server does not take that. Follows no
     * redirect and reads nothing of the page. Never fails.
     */
    readonly look: (url: string) => Effect.Effect<CallResult>
  }
>()("tally/outbound/webhooks/WebhookCalls") {
  /** `WEBHOOK_ALLOW_PRIVATE=true` lets tests and development call this machine. */
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const allowsPrivate = yield* Config.Boolean("WEBHOOK_ALLOW_PRIVATE").pipe(Config.withDefault(false))
      const agent = yield* Effect.acquireRelease(
        Effect.sync(
          () =>
            new Agent({
              connect: allowsPrivate ? { timeout: 10_000 } : { timeout: 10_000, lookup: publicLookup(lookup) }
            })
        ),
        (open) => Effect.promise(() => open.destroy())
      )
      const ask = (
        url: string,
        seconds: number,
        options: Pick<Dispatcher.RequestOptions, "method" | "headers" | "body">
      ) => {
        const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, "") ?? ""
        // The socket connects to a literal address without a DNS lookup.
        if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host))
          return Effect.succeed<CallResult>({ status: null, reason: notPublic })
        return Effect.tryPromise({
          try: async (signal): Promise<CallResult> => {
            const response = await request(url, { ...options, signal, dispatcher: agent })
            if (options.method === "GET") response.body.on("error", () => {}).destroy()
            else await response.body.dump({ limit: 64 * 1024, signal })
            return { status: response.statusCode, reason: null }
          },
          catch: (error) =>
            error instanceof Error && error.message === notPublic ? notPublic : "the address can't be reached"
        }).pipe(
          Effect.timeout(Duration.seconds(seconds)),
          Effect.catch((error) =>
            Effect.succeed<CallResult>({
              status: null,
              reason: typeof error === "string" ? error : `there was no answer within ${seconds} seconds`
            })
          )
        )
      }

      return WebhookCalls.of({
        call: ({ url, headers, body }) => ask(url, 10, { method: "POST", headers, body }),
        look: Effect.fnUntraced(function* (url) {
          const head = yield* ask(url, 5, { method: "HEAD" })
          // Some servers know pages by GET alone, and refuse HEAD or close the connection.
          const isRefused = head.status === null ? head.reason !== notPublic : head.status >= 400
          return isRefused ? yield* ask(url, 5, { method: "GET" }) : head
        })
      })
    })
  )
}
