import { Config, Context, Effect, Layer, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { BlockList, isIP } from "node:net"
import { addressNetwork } from "../../domain/capacity/addressNetwork.ts"

/** The client addresses of requests. Rate budgets and capacity of callers without a token are kept per address. */
export class ClientAddress extends Context.Service<
  ClientAddress,
  {
    /** The network of a request's client, as `client` finds it. */
    readonly of: (request: HttpServerRequest.HttpServerRequest) => string
    /**
     * The network of the client, from the connection's address and `X-Forwarded-For`: the last address in the chain that is not a proxy
     * of `TRUST_PROXY` (contract §7).
     */
    readonly client: (peer: string | undefined, forwardedFor: string | undefined) => string
    /** The network of a connection's peer; null for a proxy of `TRUST_PROXY`, which forwards many clients. */
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
      const client = (peer: string | undefined, forwardedFor: string | undefined) => {
        let address = withoutIpv6Prefix(peer)
        const hops = isTrusted(address)
          ? (forwardedFor ?? "").split(",").map((hop) => withoutIpv6Prefix(hop.trim()))
          : []
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
        peer: (address) => (isTrusted(withoutIpv6Prefix(address)) ? null : addressNetwork(withoutIpv6Prefix(address)))
      })
    })
  )
}

const familyOf = (address: string): "ipv4" | "ipv6" | undefined => {
  const version = isIP(address)
  return version === 4 ? "ipv4" : version === 6 ? "ipv6" : undefined
}

// A dual-stack socket reports an IPv4 peer as ::ffff:192.0.2.1.
const withoutIpv6Prefix = (address = "unknown"): string => address.replace(/^::ffff:(?=\d+\.)/i, "")
