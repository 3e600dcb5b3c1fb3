import { Config, Context, Effect, Layer, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { BlockList, isIP } from "node:net"

/** The client's address, which budgets of callers without a token are kept by. */
export class ClientAddress extends Context.Service<
  ClientAddress,
  {
    /** `X-Forwarded-For` is believed only as far as addresses of `TRUST_PROXY` wrote it (contract §7). */
    readonly of: (request: HttpServerRequest.HttpServerRequest) => string
  }
>()("tally/http/ClientAddress") {
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
      return ClientAddress.of({
        of: (request) => {
          const peer = plain(Option.getOrElse(request.remoteAddress, () => "unknown"))
          if (!isTrusted(peer)) return peer
          const hops = (request.headers["x-forwarded-for"] ?? "").split(",").map((hop) => plain(hop.trim()))
          let address = peer
          while (isTrusted(address)) {
            const hop = hops.pop()
            if (hop === undefined || isIP(hop) === 0) break
            address = hop
          }
          return address
        }
      })
    })
  )
}

const familyOf = (address: string): "ipv4" | "ipv6" | undefined => {
  const version = isIP(address)
  return version === 4 ? "ipv4" : version === 6 ? "ipv6" : undefined
}

// An IPv4 peer of a dual-stack socket.
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, "")
