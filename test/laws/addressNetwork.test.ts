import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { addressNetwork } from "../../src/domain/capacity/addressNetwork.ts"

const Group = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff }))
const Groups = Schema.Tuple([Group, Group, Group, Group, Group, Group, Group, Group])
const Byte = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))

const hex = (groups: ReadonlyArray<number>) => groups.map((group) => group.toString(16)).join(":")

describe("the network of an address", () => {
  it.prop("is the /64 of IPv6, however the address is written", [Groups, Group], ([groups, other]) => {
    const network = addressNetwork(hex(groups))
    if (groups.slice(0, 5).some((group) => group !== 0)) {
      assert.strictEqual(network, `${hex(groups.slice(0, 4))}::/64`)
      assert.strictEqual(addressNetwork(hex([...groups.slice(0, 7), other])), network)
      const full = groups.map((group) => group.toString(16).padStart(4, "0").toUpperCase()).join(":")
      assert.strictEqual(addressNetwork(`${full}%eth0`), network)
      const [a = 0, b = 0, c = 0, d = 0] = groups
      assert.strictEqual(addressNetwork(`${hex([a, b, c, d])}::`), network)
      assert.strictEqual(addressNetwork(`${hex([a, b, c, d])}::192.0.2.1`), network)
      assert.strictEqual(addressNetwork(`${hex([a, b])}::1`), `${hex([a, b])}:0:0::/64`)
    }
  })

  it.prop(
    "is an IPv4 address itself, also where it is written as IPv6",
    [Schema.Tuple([Byte, Byte, Byte, Byte])],
    ([bytes]) => {
      const dotted = bytes.join(".")
      const [a, b, c, d] = bytes
      assert.strictEqual(addressNetwork(dotted), dotted)
      assert.strictEqual(addressNetwork(`::ffff:${dotted}`), dotted)
      assert.strictEqual(addressNetwork(`::FFFF:${hex([a * 256 + b, c * 256 + d])}`), dotted)
    }
  )

  it("is any other text as it is", () => {
    assert.strictEqual(addressNetwork("unknown"), "unknown")
    assert.strictEqual(addressNetwork("::1"), "0:0:0:0::/64")
  })
})
