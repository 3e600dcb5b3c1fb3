import { Agent, request } from "@effect/platform-node/Undici"
import { Config, Context, Effect, Layer } from "effect"
import { timingSafeEqual } from "node:crypto"
import { isIP, type LookupFunction } from "node:net"
import { recordFault, type TrackingFault } from "../../domain/senders/trackingChecks.ts"
import { addressAt } from "../../domain/senders/TrackingDomain.ts"
import { publicUrl } from "../../store/settings/PublicUrl.ts"
import { isCertificateFault } from "../email/certificateFault.ts"
import { Links, trackingAnswer } from "../templates/Links.ts"
import { isPublicAddress } from "../webhooks/publicAddress.ts"
import { DomainRecords } from "./DomainRecords.ts"

/** Bytes that are read of an answer. */
const maxAnswer = 1_024

/** A lookup that gives addresses which have been judged, so that the name cannot change them in between. */
const fixedLookup =
  (addresses: ReadonlyArray<string>): LookupFunction =>
  (_host, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    const [first] = found
    if (first === undefined) callback(new Error("No address"), "")
    else if (all === true) callback(null, found)
    else callback(null, first.address, first.family)
  }

/** Looks whether tracking domains lead to this service. */
export class TrackingCalls extends Context.Service<
  TrackingCalls,
  {
    /**
     * Why the host does not serve the links of the account; undefined where it does: DNS leads it to this service, and the service gets its own answer by
     * a call through it, at public addresses only, within 10 seconds. Never fails.
     */
    readonly look: (account_id: string, host: string) => Effect.Effect<TrackingFault | undefined>
  }
>()("tally/outbound/senders/TrackingCalls") {
  /** `WEBHOOK_ALLOW_PRIVATE=true` lets it call addresses that are not public. */
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const allowsPrivate = yield* Config.Boolean("WEBHOOK_ALLOW_PRIVATE").pipe(Config.withDefault(false))
      const links = yield* Links
      const records = yield* DomainRecords
      const { hostname, href } = yield* publicUrl

      const call = (account_id: string, host: string, addresses: ReadonlyArray<string>) =>
        Effect.acquireUseRelease(
          Effect.sync(() => new Agent({ connect: { timeout: 10_000, lookup: fixedLookup(addresses) } })),
          (agent) =>
            Effect.tryPromise({
              try: async (signal): Promise<TrackingFault | undefined> => {
                const url = `${addressAt(href, host)}/tracking/proof/${account_id}`
                const response = await request(url, { signal, dispatcher: agent })
                let answer = ""
                for await (const part of response.body) {
                  answer += String(part)
                  if (answer.length > maxAnswer) break
                }
                const [given, expected] = [Buffer.from(answer), Buffer.from(trackingAnswer(links, account_id, host))]
                const isOwn = given.length === expected.length && timingSafeEqual(given, expected)
                return response.statusCode === 200 && isOwn ? undefined : "other_answer"
              },
              catch: (error): TrackingFault => (isCertificateFault(error) ? "certificate" : "unreachable")
            }).pipe(
              Effect.timeoutOrElse({ duration: "10 seconds", orElse: () => Effect.succeed<TrackingFault>("timeout") }),
              Effect.catch((fault) => Effect.succeed(fault))
            ),
          (agent) => Effect.promise(() => agent.destroy())
        )

      return TrackingCalls.of({
        look: Effect.fn("TrackingCalls.look")(function* (account_id, host) {
          const own =
            isIP(hostname) === 0
              ? Effect.map(records.hosts(hostname), ({ addresses }) => addresses)
              : Effect.succeed([hostname])
          const [found, target] = yield* Effect.all([records.hosts(host), own], { concurrency: "unbounded" })
          const fault = recordFault(found, hostname, target)
          if (fault !== undefined) return fault
          const { addresses = [] } = found
          if (!allowsPrivate && !addresses.every(isPublicAddress)) return "not_public"
          return yield* call(account_id, host, addresses)
        })
      })
    })
  )
}
