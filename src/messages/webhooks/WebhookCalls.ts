import { Agent, request } from "@effect/platform-node/Undici"
import { Config, Context, Effect, Layer } from "effect"
import { lookup } from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import type { CallResult } from "../../domain/messages/Delivery.ts"
import { isPublicAddress } from "./publicAddress.ts"

/** A request to an address that a customer chose. */
export interface Call {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const refusal = "the address is not public"

/** Finds public addresses only. What it finds is what is connected to, so a name can't change its address in between. */
export const publicLookup =
  (resolve: typeof lookup): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error !== null || first === undefined) return callback(error ?? new Error("No address"), "")
      if (!found.every(({ address }) => isPublicAddress(address))) return callback(new Error(refusal), "")
      return options.all === true ? callback(null, found) : callback(null, first.address, first.family)
    })

/** Calls customers' webhooks. */
export class WebhookCalls extends Context.Service<
  WebhookCalls,
  {
    /** One POST: public addresses only, no redirect followed, 10 seconds, the answer's body is not kept. Never fails. */
    readonly call: (call: Call) => Effect.Effect<CallResult>
  }
>()("tally/messages/webhooks/WebhookCalls") {
  /** `WEBHOOK_ALLOW_PRIVATE=true` lets tests and development call this machine. */
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const anywhere = yield* Config.Boolean("WEBHOOK_ALLOW_PRIVATE").pipe(Config.withDefault(false))
      const agent = yield* Effect.acquireRelease(
        Effect.sync(
          () =>
            new Agent({ connect: anywhere ? { timeout: 10_000 } : { timeout: 10_000, lookup: publicLookup(lookup) } })
        ),
        (open) => Effect.promise(() => open.destroy())
      )
      return WebhookCalls.of({
        call: ({ url, headers, body }) => {
          const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, "") ?? ""
          // A literal address is connected to without a look-up.
          if (!anywhere && isIP(host) !== 0 && !isPublicAddress(host))
            return Effect.succeed({ status: null, reason: refusal })
          return Effect.tryPromise({
            try: async (signal): Promise<CallResult> => {
              const answer = await request(url, { method: "POST", headers, body, signal, dispatcher: agent })
              await answer.body.dump({ limit: 64 * 1024, signal })
              return { status: answer.statusCode, reason: null }
            },
            catch: (error) =>
              error instanceof Error && error.message === refusal ? refusal : "the address can't be reached"
          }).pipe(
            Effect.timeout("10 seconds"),
            Effect.catch((error) =>
              Effect.succeed({
                status: null,
                reason: typeof error === "string" ? error : "there was no answer within 10 seconds"
              })
            )
          )
        }
      })
    })
  )
}
