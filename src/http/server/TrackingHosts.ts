import { Context, Effect, Layer } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { Unavailable } from "../../domain/Errors.ts"
import { isFullName } from "../../domain/senders/heloName.ts"
import { TrackingDomains } from "../../store/senders/TrackingDomains.ts"
import { publicUrl } from "../../store/settings/PublicUrl.ts"

/** The host that a request names, without its port. */
export const hostOf = ({ headers }: HttpServerRequest.HttpServerRequest): string =>
  (headers["host"] ?? "").toLowerCase().replace(/\.?(?::\d*)?$/, "")

/** Tells the tracking domains of accounts from the other hosts by which this service is reached. */
export class TrackingHosts extends Context.Service<
  TrackingHosts,
  {
    /** Whether an account has set the host, as known within ten seconds. Callers can name any: all are read at once, so that names cost no statements. */
    readonly isSet: (host: string) => Effect.Effect<boolean>
    /** Looks one up, so that a host which was set at this moment is known. */
    readonly lookUp: (host: string) => Effect.Effect<boolean, Unavailable>
  }
>()("tally/http/server/TrackingHosts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const domains = yield* TrackingDomains
      const { hostname } = yield* publicUrl
      let known: ReadonlySet<string> = new Set()
      // While the database does not answer, the hosts that were known stay known.
      const all = yield* Effect.cachedWithTTL(
        domains.hosts.pipe(
          Effect.map((hosts) => (known = new Set(hosts))),
          Effect.orElseSucceed(() => known)
        ),
        "10 seconds"
      )
      const mayBeSet = (host: string) => host !== hostname && isFullName(host)
      return TrackingHosts.of({
        isSet: (host) =>
          mayBeSet(host) ? Effect.map(all, (hosts) => hosts.has(host) || known.has(host)) : Effect.succeed(false),
        lookUp: Effect.fnUntraced(function* (host) {
          const isSet = mayBeSet(host) && (yield* domains.isSet(host))
          if (isSet) known = new Set(known).add(host)
          return isSet
        })
      })
    })
  )
}
