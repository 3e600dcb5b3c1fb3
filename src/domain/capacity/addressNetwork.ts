const mapped = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/

const hextets = (part: string): ReadonlyArray<string> => (part === "" ? [] : part.split(":"))

/**
 * The network by which a client is counted: an IPv4 address itself, also in IPv6 notation (`::ffff:192.0.2.1`), and the /64 of an IPv6 address,
 * which is what one customer has. Other text is returned unchanged.
 */
export const addressNetwork = (address: string): string => {
  const plain = (address.split("%", 1)[0] ?? "").toLowerCase()
  const [, dotted, high = "", low = ""] = mapped.exec(plain) ?? []
  if (dotted !== undefined) return dotted
  if (high !== "") {
    const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
    return [a >> 8, a & 255, b >> 8, b & 255].join(".")
  }
  if (!plain.includes(":")) return address
  const [before = "", after] = plain.split("::")
  const [head, tail] = [hextets(before), hextets(after ?? "")]
  // A dotted end counts as two of the eight groups.
  const groups = (parts: ReadonlyArray<string>) => parts.length + (parts.at(-1)?.includes(".") === true ? 1 : 0)
  const zeros = after === undefined ? 0 : Math.max(0, 8 - groups(head) - groups(tail))
  const all = [...head, ...Array.from({ length: zeros }, () => "0"), ...tail]
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`
}
