import { Config, Context, Effect, Layer, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { BlockList, isIP } from "node:net"
import { addressNetwork } from "../../domain/capacity/addressNetwork.ts"

/** Where requests come from. Budgets and places of callers without a token are kept by it. */
export class ClientAddress extends Context.Service<
  ClientAddress,
  {
    /** The network of a request's client: see `client`. */
    readonly of: (request: HttpServerRequest.HttpServerRequest) => string
    /**
     * The network of the client behind a connection's address and the `X-Forwarded-For` that came over it, which is believed only
     * as far as addresses of `TRUST_PROXY` wrote it (contract §7).
     */
    readonly client: (peer: string | undefined, forwardedFor: string | undefined) => string
    /** The network that a connection comes from; null for a proxy of `TRUST_PROXY`, which brings calls of many. */
    readonly peer: (address: string | undefined) => string | null
  }
>()("tally/http/auth/ClientAddress") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const trusted = new BlockList()
      for (const entry of (yield* Config.String("TRUST_PROXY").pipe(Config.withDefault(""))).split(/[\s,]+/)) {
        const [address = "", bits] = entry.split("/")
        const family = familyOf(address)
        if (family === undefined) continue
        if (bits === undefined) trusted.addAddress(address, family)
        else trusted.addSubnet(address, Number(bits), family)
      }
      const isTrusted = (address: string) => {
        const family = familyOf(address)
        return family !== undefined && trusted.check(address, family)
      }
      const client = (from: string | undefined, forwardedFor: string | undefined) => {
        let address = plain(from)
        const hops = isTrusted(address) ? (forwardedFor ?? "").split(",").map((hop) => plain(hop.trim())) : []
        while (isTrusted(address)) {
          const hop = hops.pop()
          if (hop === undefined || isIP(hop) === 0) break
          address = hop
        }
        return addressNetwork(address)
      }
      return ClientAddress.of({
        client,
        of: ({ remoteAddress, headers }) => client(Option.getOrUndefined(remoteAddress), headers["x-forwarded-for"]),
        peer: (address) => (isTrusted(plain(address)) ? null : addressNetwork(plain(address)))
      })
    })
  )
}

const familyOf = (address: string): "ipv4" | "ipv6" | undefined => {
  const version = isIP(address)
  return version === 4 ? "ipv4" : version === 6 ? "ipv6" : undefined
}

// An IPv4 peer of a dual-stack socket.
const plain = (address = "unknown"): string => address.replace(/^::ffff:(?=\d+\.)/i, "")
