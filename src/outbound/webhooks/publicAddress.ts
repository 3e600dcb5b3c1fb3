import { BlockList, isIP } from "node:net"

const reserved = new BlockList()
// RFC 6890 and its updates: this host, private, shared (CGNAT), loopback, link-local, documentation, benchmarks, multicast.
for (const range of `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(/\s+/)) {
  const [address = "", bits] = range.split("/")
  reserved.addSubnet(address, Number(bits), "ipv4")
}
// Parts of global unicast: special purposes, documentation, and 6to4, which embeds an IPv4 address.
for (const range of "2001::/23 2001:db8::/32 2002::/16 3fff::/20".split(" ")) {
  const [address = "", bits] = range.split("/")
  reserved.addSubnet(address, Number(bits), "ipv6")
}
const globalUnicast = new BlockList()
globalUnicast.addSubnet("2000::", 3, "ipv6")

/** Whether an IP address is on the public Internet. IPv4 embedded in IPv6 (mapped, NAT64, 6to4, Teredo) counts as not public. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, "ipv4")
  return family === 6 && globalUnicast.check(address, "ipv6") && !reserved.check(address, "ipv6")
}

/** Whether a host of a configuration is this machine or an address that is not public. Other names are resolved when they are used. */
export const isPrivateHost = (host: string): boolean =>
  isIP(host) === 0 ? host === "localhost" || host.endsWith(".localhost") : !isPublicAddress(host)
