import { Cache, Context, Duration, Effect, Exit, Layer, Semaphore } from "effect"
import { permits } from "../../domain/capacity/bounds.ts"
import { isSnsCertificate } from "../../domain/mailReports/sns.ts"
import { SnsCalls } from "./SnsCalls.ts"

/** Certificates in memory: Amazon SNS has one a region. */
const maxCertificates = 32

/** The signing certificates of Amazon SNS. */
export class SnsCertificates extends Context.Service<
  SnsCertificates,
  {
    /** The certificate at an address of Amazon SNS, in PEM, kept for a day. Undefined if it is at no such address, or cannot be fetched now. */
    readonly read: (address: string) => Effect.Effect<string | undefined>
  }
>()("tally/outbound/mailReports/SnsCertificates") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const call = yield* SnsCalls
      const fetches = yield* Semaphore.make(permits.certificateFetches)
      const cache = yield* Cache.makeWith((address: string) => fetches.withPermits(1)(call(address)), {
        capacity: maxCertificates,
        timeToLive: (exit) => (Exit.isSuccess(exit) && exit.value !== undefined ? Duration.days(1) : Duration.zero)
      })
      return SnsCertificates.of({
        read: (address) => (isSnsCertificate(address) ? Cache.get(cache, address) : Effect.succeed(undefined))
      })
    })
  )
}
