import type { lookup } from "node:dns"
import type { LookupFunction } from "node:net"
import { isPublicAddress } from "./publicAddress.ts"

/** The message of the error for a host whose address is not public. */
export const notPublic = "the address is not public"

/**
 * A DNS lookup that fails unless all addresses of the name are public. The socket connects to the address it gives, so that a
 * name cannot change its address between check and connection (DNS rebinding).
 */
export const publicLookup =
  (resolve: typeof lookup): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error !== null || first === undefined) return callback(error ?? new Error("No address"), "")
      if (!found.every(({ address }) => isPublicAddress(address))) return callback(new Error(notPublic), "")
      return options.all === true ? callback(null, found) : callback(null, first.address, first.family)
    })
