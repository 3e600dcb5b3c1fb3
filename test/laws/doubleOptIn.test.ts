import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { EmailConsent, Withdrawal } from "../../src/domain/contacts/Consent.ts"
import { onConfirmed, onEmailSubmitted, requestLifetime, requestPause } from "../../src/domain/forms/DoubleOptIn.ts"

const Event = Schema.Union([
  Schema.TaggedStruct("ask", {}),
  Schema.TaggedStruct("confirm", { request: Schema.Literals([0, 1, 2, 3]) }),
  Schema.TaggedStruct("unsubscribe", {}),
  Schema.TaggedStruct("suppress", {}),
  Schema.TaggedStruct("erase", {}),
  Schema.TaggedStruct("wait", { millis: Schema.Literals([1, requestPause - 1, requestPause, requestLifetime]) })
])

interface Request {
  readonly at: number
  readonly confirmations: number
}

/** A contact with its requests, as the programs keep it. */
interface World {
  readonly now: number
  readonly contact: { readonly state: EmailConsent; readonly withdrawal: Withdrawal | null } | undefined
  readonly requests: ReadonlyArray<Request>
}

const start: World = { now: 0, contact: { state: "never_subscribed", withdrawal: null }, requests: [] }

const after = (world: World, event: typeof Event.Type): World => {
  const { now, contact, requests } = world
  if (event._tag === "wait") return { ...world, now: now + event.millis }
  // Erased contacts have no requests: their entries of the ledger have lost their names.
  if (event._tag === "erase")
    return { now, contact: undefined, requests: requests.map((each) => ({ ...each, at: -1 })) }
  if (event._tag === "ask") {
    const current = contact ?? { state: "never_subscribed" as const, withdrawal: { at: now, by: "person" as const } }
    const lastAsked = requests.at(-1)?.at
    const known = lastAsked === undefined || lastAsked < 0 ? undefined : lastAsked
    const decision = onEmailSubmitted(now, { ...current, lastAsked: known }, { doubleOptIn: true })
    assert.notStrictEqual(decision, "subscribe")
    // A withdrawal in the same millisecond counts as later.
    return decision === "ask"
      ? { now: now + 1, contact: current, requests: [...requests, { at: now + 1, confirmations: 0 }] }
      : { ...world, contact: current }
  }
  if (contact === undefined) return world
  if (event._tag === "unsubscribe") {
    return { ...world, contact: { state: "unsubscribed", withdrawal: { at: now, by: "person" } } }
  }
  if (event._tag === "suppress") return { ...world, contact: { ...contact, state: "compliance_suppressed" } }
  const request = requests[event.request]
  const known =
    request === undefined || request.at < 0 ? undefined : { at: request.at, isConfirmed: request.confirmations > 0 }
  if (onConfirmed(now, contact, known) !== "subscribe" || request === undefined) return world
  const confirmed = { ...request, confirmations: request.confirmations + 1 }
  return {
    now,
    contact: { state: "subscribed", withdrawal: null },
    requests: requests.map((each, at) => (at === event.request ? confirmed : each))
  }
}

describe("double opt-in", () => {
  it.prop(
    "subscribes by a fresh confirmation alone, once for each request, over all orders of events",
    [Schema.Array(Event)],
    ([events]) => {
      let world = start
      let withdrawn = -1
      let left = -1
      for (const event of events) {
        const before = world
        world = after(world, event)
        if (event._tag === "unsubscribe" || event._tag === "erase") withdrawn = before.now
        if (event._tag === "unsubscribe" && before.contact !== undefined) left = before.now
        for (const { confirmations } of world.requests) assert.isAtMost(confirmations, 1)
        const asked = world.requests.map(({ at }) => at).filter((at) => at >= 0)
        for (const [index, at] of asked.entries()) {
          const last = asked[index - 1]
          if (last !== undefined && index === asked.length - 1 && left < last) assert.isAtLeast(at - last, requestPause)
        }
        if (before.contact?.state === "subscribed" || world.contact?.state !== "subscribed") continue
        assert.strictEqual(event._tag, "confirm")
        const request = event._tag === "confirm" ? before.requests[event.request] : undefined
        assert.isAbove(request?.at ?? -1, withdrawn)
        assert.isBelow(before.now - (request?.at ?? 0), requestLifetime)
        assert.notStrictEqual(before.contact?.state, "compliance_suppressed")
      }
    }
  )

  it("asks who left and comes back within the hour again, and once", () => {
    const decide = (withdrawal: Withdrawal | null, lastAsked: number) =>
      onEmailSubmitted(60_000, { state: "unsubscribed", withdrawal, lastAsked }, { doubleOptIn: true })
    assert.strictEqual(decide({ at: 50_000, by: "person" }, 1_000), "ask")
    assert.strictEqual(decide({ at: 50_000, by: "person" }, 55_000), "nothing")
    assert.strictEqual(decide({ at: 50_000, by: "merchant" }, 1_000), "nothing")
    assert.strictEqual(decide(null, 1_000), "nothing")
  })

  it("without a confirmation subscribes only an address that nobody withdrew", () => {
    const decide = (state: EmailConsent, withdrawal: Withdrawal | null) =>
      onEmailSubmitted(0, { state, withdrawal, lastAsked: undefined }, { doubleOptIn: false })
    assert.strictEqual(decide("never_subscribed", null), "subscribe")
    assert.strictEqual(decide("never_subscribed", { at: 0, by: "person" }), "ask")
    assert.strictEqual(decide("unsubscribed", { at: 0, by: "merchant" }), "ask")
    assert.strictEqual(decide("suppressed", null), "ask")
    assert.strictEqual(decide("compliance_suppressed", null), "nothing")
  })
})
