import { Config, Context, Effect, Layer } from "effect"
import { Resolver } from "node:dns/promises"
import type { Texts } from "../../domain/senders/dns/RecordCheck.ts"
import type { HostRecords } from "../../domain/senders/trackingChecks.ts"
import { beginning } from "../../domain/values/Text.ts"

const maxTexts = 50
const maxLength = 4_000

/** Reads DNS records. */
export class DomainRecords extends Context.Service<
  DomainRecords,
  {
    /** The texts of a name, none where it does not exist, undefined if DNS did not answer within 5 seconds. Never fails. */
    readonly texts: (name: string) => Effect.Effect<Texts>
    /** The name that a name is another one for, and its IP addresses; each undefined as for `texts`. Never fails. */
    readonly hosts: (name: string) => Effect.Effect<HostRecords>
  }
>()("tally/outbound/senders/DomainRecords") {
  /** Asks the system's name servers, or those of `DNS_SERVERS` (addresses, separated by commas). */
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const servers = yield* Config.String("DNS_SERVERS").pipe(Config.withDefault(""))
      const addresses = servers.split(",").flatMap((server) => (server.trim() === "" ? [] : [server.trim()]))
      const ask = (resolve: (resolver: Resolver) => Promise<ReadonlyArray<string>>) =>
        Effect.tryPromise({
          try: (signal) => {
            const resolver = new Resolver({ timeout: 2_000, tries: 2 })
            if (addresses.length > 0) resolver.setServers(addresses)
            signal.addEventListener("abort", () => resolver.cancel(), { once: true })
            return resolve(resolver)
          },
          catch: (error) => (error instanceof Error ? Reflect.get(error, "code") : undefined)
        }).pipe(
          Effect.map((records): Texts => records.slice(0, maxTexts).map((record) => beginning(record, maxLength))),
          Effect.timeout("5 seconds"),
          Effect.catch((error) => Effect.succeed(error === "ENOTFOUND" || error === "ENODATA" ? [] : undefined))
        )
      return DomainRecords.of({
        texts: (name) => ask(async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join(""))),
        hosts: (name) =>
          Effect.map(
            Effect.all(
              [
                ask((resolver) => resolver.resolveCname(name)),
                ask((resolver) => resolver.resolve4(name)),
                ask((resolver) => resolver.resolve6(name))
              ],
              { concurrency: "unbounded" }
            ),
            ([aliases, four, six]) => ({
              aliases,
              addresses: four === undefined || six === undefined ? undefined : [...four, ...six]
            })
          )
      })
    })
  )
}
