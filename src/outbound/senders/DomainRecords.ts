import { Config, Context, Effect, Layer } from "effect"
import { Resolver } from "node:dns/promises"
import type { Texts } from "../../domain/senders/dns/RecordCheck.ts"
import { beginning } from "../../domain/values/Text.ts"

const maxTexts = 50
const maxLength = 4_000

/** Reads TXT records. */
export class DomainRecords extends Context.Service<
  DomainRecords,
  {
    /** The texts of a name, none where it does not exist, undefined if DNS did not answer within 5 seconds. Never fails. */
    readonly texts: (name: string) => Effect.Effect<Texts>
  }
>()("tally/outbound/senders/DomainRecords") {
  /** Asks the system's name servers, or those of `DNS_SERVERS` (addresses, separated by commas). */
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const servers = yield* Config.String("DNS_SERVERS").pipe(Config.withDefault(""))
      const addresses = servers.split(",").flatMap((server) => (server.trim() === "" ? [] : [server.trim()]))
      return DomainRecords.of({
        texts: (name) =>
          Effect.tryPromise({
            try: (signal) => {
              const resolver = new Resolver({ timeout: 2_000, tries: 2 })
              if (addresses.length > 0) resolver.setServers(addresses)
              signal.addEventListener("abort", () => resolver.cancel(), { once: true })
              return resolver.resolveTxt(name)
            },
            catch: (error) => (error instanceof Error ? Reflect.get(error, "code") : undefined)
          }).pipe(
            Effect.map((records) => records.slice(0, maxTexts).map((parts) => beginning(parts.join(""), maxLength))),
            Effect.timeout("5 seconds"),
            Effect.catch((error) => Effect.succeed(error === "ENOTFOUND" || error === "ENODATA" ? [] : undefined))
          )
      })
    })
  )
}
