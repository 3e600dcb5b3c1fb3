import { Clock, Context, Effect, Layer } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { Unavailable } from "../../domain/Errors.ts"
import { isFullName } from "../../domain/senders/heloName.ts"
import { TrackingDomains } from "../../store/senders/TrackingDomains.ts"
import { publicUrl } from "../../store/settings/PublicUrl.ts"

/** Milliseconds that it is remembered whether a host is one. */
const lifetime = 10_000

/** Hosts that are remembered: anybody can name any. */
const maxKnown = 1_000

/** The host that a request names, without its port. */
export const hostOf = ({ headers }: HttpServerRequest.HttpServerRequest): string =>
  (headers["host"] ?? "").toLowerCase().replace(/\.?(?::\d*)?$/, "")

/** Tells the tracking domains of accounts from the other hosts by which this service is reached. */
export class TrackingHosts extends Context.Service<
  TrackingHosts,
  {
    /** Whether an account has set the host, as known within ten seconds; undefined while that is not remembered. */
    readonly remembered: (host: string) => Effect.Effect<boolean | undefined>
    /** Looks it up where it is not remembered. Names that can be no tracking domain, as that of `PUBLIC_URL`, cost no look. */
    readonly isSet: (host: string) => Effect.Effect<boolean, Unavailable>
    /** Looks it up, so that a host which was set at this moment is known. */
    readonly lookUp: (host: string) => Effect.Effect<boolean, Unavailable>
  }
>()("tally/http/server/TrackingHosts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const domains = yield* TrackingDomains
      const { hostname } = yield* publicUrl
      const known = new Map<string, { readonly isSet: boolean; readonly until: number }>()
      const remembered = Effect.fnUntraced(function* (host: string) {
        if (host === hostname || !isFullName(host)) return false
        const found = known.get(host)
        return found !== undefined && found.until > (yield* Clock.currentTimeMillis) ? found.isSet : undefined
      })
      const lookUp = Effect.fnUntraced(function* (host: string) {
        if (!isFullName(host)) return false
        const isSet = yield* domains.isSet(host)
        if (known.size >= maxKnown) known.clear()
        known.set(host, { isSet, until: (yield* Clock.currentTimeMillis) + lifetime })
        return isSet
      })
      return TrackingHosts.of({
        remembered,
        lookUp,
        isSet: (host) =>
          Effect.flatMap(remembered(host), (found) => (found === undefined ? lookUp(host) : Effect.succeed(found)))
      })
    })
  )
}
