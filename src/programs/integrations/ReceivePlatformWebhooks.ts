import { Cause, Clock, Context, Effect, Layer, Result } from "effect"
import type { ConnectedShop } from "../../domain/integrations/CustomIntegration.ts"
import { NotFound, Unavailable } from "../../domain/Errors.ts"
import { announcedBy } from "../../domain/integrations/bigcommerce.ts"
import { keptBody } from "../../domain/integrations/keptBody.ts"
import { readPlatformWebhook } from "../../domain/integrations/readPlatformWebhook.ts"
import { ignored, type PlatformCommand } from "../../domain/integrations/PlatformCommand.ts"
import { type DeliveryOutcome, outcome } from "../../domain/integrations/PlatformDelivery.ts"
import { type JsonObject, parseObject } from "../../domain/json/Json.ts"
import { beginning } from "../../domain/values/Text.ts"
import { readBigCommerceResource } from "../../outbound/integrations/BigCommerceApi.ts"
import { Integrations } from "../../store/integrations/Integrations.ts"
import { PlatformDeliveries } from "../../store/integrations/PlatformDeliveries.ts"
import { ContactFields } from "../../store/contacts/ContactFields.ts"
import { ShopCustomers } from "../../store/integrations/ShopCustomers.ts"
import { ShopErasures } from "../../store/integrations/ShopErasures.ts"
import { makeApplyPlatformCommands } from "./ApplyPlatformCommands.ts"

/** A webhook whose signature is proven. */
interface PlatformRequest {
  readonly topic: string
  readonly body: Uint8Array
}

/** Platforms give up after 5 seconds (Shopify, WooCommerce) or 10 (BigCommerce, whose API must be read first). */
const timeLimits = {
  custom: "4 seconds",
  shopify: "4 seconds",
  woocommerce: "4 seconds",
  bigcommerce: "9 seconds"
} as const

const maxTopic = 100

/** Receives the webhooks of connected stores, and records what came of each (contract §14). */
export class ReceivePlatformWebhooks extends Context.Service<
  ReceivePlatformWebhooks,
  {
    /**
     * Succeeds once the effect of the webhook is committed, or its failure is recorded for a retry. Repeating it is safe. Fails with
     * `Unavailable` before the platform's time limit, so that the platform sends it again.
     */
    readonly receive: (store: ConnectedShop, request: PlatformRequest) => Effect.Effect<void, Unavailable>
    /** Another attempt of a webhook that waits or has failed. `NotFound` for any other. */
    readonly retry: (account_id: string, delivery_id: string) => Effect.Effect<void, NotFound | Unavailable>
  }
>()("tally/programs/integrations/ReceivePlatformWebhooks") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const deliveries = yield* PlatformDeliveries
      const integrations = yield* Integrations
      const { apply } = yield* makeApplyPlatformCommands

      // BigCommerce sends ids alone.
      const readAnnounced = Effect.fnUntraced(function* (store: ConnectedShop, topic: string, body: JsonObject) {
        const announced = announcedBy(topic, body)
        if (announced === undefined) return readPlatformWebhook("bigcommerce", topic, body, store)
        const read_at = yield* Clock.currentTimeMillis
        const resource = yield* readBigCommerceResource(store, announced)
        if (resource === undefined) return undefined
        const command = readPlatformWebhook("bigcommerce", topic, resource, store)
        return command.type === "product" ? { ...command, read_at } : command
      })

      const logged = (defect: unknown) => Effect.logError("A webhook of a store failed", Cause.die(defect))

      /** Undefined when the store's API does not answer. */
      const read = (store: ConnectedShop, topic: string, body: JsonObject) =>
        Effect.suspend((): Effect.Effect<PlatformCommand | undefined> => {
          if (store.kind === "custom") return Effect.succeed(ignored("unknown_topic"))
          return store.kind === "bigcommerce"
            ? readAnnounced(store, topic, body)
            : Effect.succeed(readPlatformWebhook(store.kind, topic, body, store))
        }).pipe(Effect.catchDefect((defect) => Effect.as(logged(defect), ignored("unreadable"))))

      // A defect is recorded rather than answered with an error: a platform disconnects a store whose webhooks keep failing.
      const attempt = (store: ConnectedShop, command: PlatformCommand, received_at: number) =>
        apply(store, command, received_at).pipe(
          Effect.catchDefect((defect) => Effect.as(logged(defect), outcome("failed", "service_failure")))
        )

      const takeUpWaiting = Effect.fnUntraced(function* (store: ConnectedShop, order_id: string) {
        for (const { id, topic, body, received_at } of yield* deliveries.waitingFor(store, order_id)) {
          const parsed = parseObject(Buffer.from(body))
          const command = Result.isSuccess(parsed) ? yield* read(store, topic, parsed.success) : undefined
          if (command !== undefined) yield* deliveries.update(store, id, yield* attempt(store, command, received_at))
        }
      })

      const record = Effect.fnUntraced(function* (
        store: ConnectedShop,
        topic: string,
        result: DeliveryOutcome,
        kept: Parameters<typeof deliveries.record>[1]["kept"]
      ) {
        const isOpen = result.status === "waiting" || result.status === "failed"
        const { awaited } = yield* deliveries.record(store, { topic, outcome: result, kept: isOpen ? kept : null })
        // Also after a part was recorded as waiting: its order may have come meanwhile.
        if ((awaited || result.status === "waiting") && result.order_id !== null)
          yield* takeUpWaiting(store, result.order_id)
      })

      const receive = Effect.fnUntraced(function* (store: ConnectedShop, request: PlatformRequest) {
        const topic = beginning(request.topic, maxTopic)
        const parsed = parseObject(request.body)
        if (Result.isFailure(parsed)) return yield* record(store, topic, outcome("failed", "unreadable"), null)
        const text = Buffer.from(request.body).toString("utf8")
        const command = yield* read(store, topic, parsed.success)
        if (command === undefined) {
          const body = { body: beginning(text, maxAnnouncement), email_key: null, phone_digits: null }
          return yield* record(store, topic, outcome("failed", "store_unreachable"), body)
        }
        const result = yield* attempt(store, command, yield* Clock.currentTimeMillis)
        const kept = keptBody(command, parsed.success, text)
        yield* record(store, topic, result, kept)
      })

      const retry = Effect.fnUntraced(function* (account_id: string, delivery_id: string) {
        const { integration_id, topic, body, received_at } = yield* deliveries.kept(account_id, delivery_id)
        const store = yield* integrations.findShop(account_id, integration_id)
        if (store === undefined) return yield* new NotFound()
        const parsed = parseObject(Buffer.from(body))
        const command = Result.isSuccess(parsed) ? yield* read(store, topic, parsed.success) : ignored("unreadable")
        const result =
          command === undefined ? outcome("failed", "store_unreachable") : yield* attempt(store, command, received_at)
        yield* deliveries.update(store, delivery_id, result)
        if (result.status === "applied" && result.order_id !== null) yield* takeUpWaiting(store, result.order_id)
      })

      return ReceivePlatformWebhooks.of({
        receive: (store, request) =>
          Effect.timeoutOrElse(receive(store, request), {
            duration: timeLimits[store.kind],
            orElse: () => Effect.fail(new Unavailable({ retryAfter: 10 }))
          }),
        retry
      })
    })
  ).pipe(Layer.provide([ContactFields.layer, ShopCustomers.layer, ShopErasures.layer]))
}

// Characters. BigCommerce's have some 300.
const maxAnnouncement = 10_000
