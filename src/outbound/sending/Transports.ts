import { Clock, Config, Context, Effect, Layer, Metric, Option, Schema } from "effect"
import type { Channel } from "../../domain/contacts/Consent.ts"
import type { DueMessage } from "../../domain/messages/Message.ts"
import {
  admitted,
  endSend,
  idleTransport,
  isForgettable,
  type Provider,
  type TransportLimits,
  type TransportSignal,
  startSends
} from "../../domain/messages/TransportState.ts"
import { limitAccounts, type MessageCapacity, type SendCapacity } from "../../domain/messages/SendCapacity.ts"
import { smtpConnections } from "../email/smtpPool.ts"

/** Connections to the SMS provider, and so the texts sent at once. */
export const smsConnections = 64

const breakersOpen = Metric.gauge("tally_provider_breakers_open", {
  description: "Transports through which nothing is sent after five failures in a row"
})
const slowDowns = Metric.counter("tally_provider_slow_downs_total", {
  description: "Replies of providers that ask for fewer messages",
  incremental: true
})

/** Ends a send with the provider's state; null when the provider was not called. Repeated calls do nothing. */
export type EndSend = (signal: TransportSignal | null) => Effect.Effect<void>

type Sent = Pick<DueMessage, "account_id" | "channel" | "has_server">

/** `email` and `sms`: the process's own. An account's mail server is a provider of its own, so that no account slows another's down. */
const nameOf = ({ account_id, channel, has_server }: Sent): string =>
  channel === "email" && has_server ? account_id : channel

/** Paces the sends of this process to each provider, and stops them while it fails (contract §12). Kept in memory. */
export class Transports extends Context.Service<
  Transports,
  {
    /** The capacity that the providers of a channel leave at this moment. */
    readonly within: (channel: Channel, capacity: SendCapacity) => Effect.Effect<MessageCapacity>
    /** Counts a claimed message as under way, until its end. */
    readonly start: (message: Sent) => Effect.Effect<EndSend>
  }
>()("tally/outbound/sending/Transports") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      // A send runs on its account's clock; the provider is paced by the process's.
      const { currentTimeMillis } = yield* Clock.Clock
      const connections = yield* smtpConnections
      const perSecond = Effect.fnUntraced(function* (name: string) {
        return Option.getOrUndefined(yield* Config.option(positive(name)))
      })
      const limits: Readonly<Record<Channel, TransportLimits>> = {
        email: { connections, perSecond: yield* perSecond("SMTP_MESSAGES_PER_SECOND") },
        sms: { connections: smsConnections, perSecond: yield* perSecond("SMS_MESSAGES_PER_SECOND") }
      }
      const ownLimits: TransportLimits = { connections, perSecond: undefined }
      const providers: Readonly<Record<Channel, Map<string, Provider>>> = { email: new Map(), sms: new Map() }

      const limitsOf = (name: string, channel: Channel) => (name === channel ? limits[channel] : ownLimits)
      const get = (channel: Channel, name: string) => providers[channel].get(name) ?? idleTransport

      const reportBreaker = Effect.fnUntraced(function* (channel: Channel, name: string, from: Provider, to: Provider) {
        if (from.breaker.openUntil === to.breaker.openUntil) return
        const open = [...providers[channel].values()].filter(({ breaker }) => breaker.openUntil !== undefined).length
        yield* Metric.update(Metric.withAttributes(breakersOpen, { channel }), open)
        yield* to.breaker.openUntil === undefined
          ? Effect.logInfo("A provider works again", { provider: name })
          : Effect.logWarning("A provider fails; nothing is sent through it for a minute", { provider: name })
      })

      const end = Effect.fnUntraced(function* (channel: Channel, name: string, signal: TransportSignal | null) {
        const before = get(channel, name)
        const after = endSend(before, signal, limitsOf(name, channel), yield* currentTimeMillis)
        providers[channel].set(name, after)
        if (signal === "slow") yield* Metric.update(Metric.withAttributes(slowDowns, { channel }), 1)
        yield* reportBreaker(channel, name, before, after)
      })

      return Transports.of({
        within: Effect.fnUntraced(function* (channel, capacity) {
          const now = yield* currentTimeMillis
          const own = new Map<string, number>()
          for (const [name, provider] of providers[channel]) {
            if (isForgettable(provider, now)) providers[channel].delete(name)
            else if (name !== channel) own.set(name, admitted(provider, ownLimits, now))
          }
          return { ...limitAccounts(capacity, own), shared: admitted(get(channel, channel), limits[channel], now) }
        }),
        start: Effect.fnUntraced(function* (message) {
          const { channel } = message
          const name = nameOf(message)
          providers[channel].set(name, startSends(get(channel, name), 1, yield* currentTimeMillis))
          let isEnded = false
          return (signal) =>
            Effect.suspend(() => {
              if (isEnded) return Effect.void
              isEnded = true
              return end(channel, name, signal)
            })
        })
      })
    })
  )
}

const positive = (name: string) =>
  Config.schema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })), name)
