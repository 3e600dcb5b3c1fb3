import { Effect, Result } from "effect"
import type { ConnectedShop } from "../../domain/integrations/CustomIntegration.ts"
import { complianceIssue } from "../../domain/contacts/decideContact.ts"
import { erasedMessage } from "../../domain/contacts/Suppressions.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import type { PlatformCommand } from "../../domain/integrations/PlatformCommand.ts"
import { type DeliveryOutcome, outcome, refusedOutcome } from "../../domain/integrations/PlatformDelivery.ts"
import type { Platform } from "../../domain/integrations/IntegrationKind.ts"
import type { OrderDecision } from "../../domain/orders/decideOrder.ts"
import type { PlaceOrder } from "../../domain/orders/Order.ts"
import type { PlatformReport } from "../../domain/orders/PlatformOrder.ts"
import { readPlatformOrder } from "../../domain/orders/readOrder.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { Integrations } from "../../store/integrations/Integrations.ts"
import { ShopCustomers } from "../../store/integrations/ShopCustomers.ts"
import { PlatformDeliveries } from "../../store/integrations/PlatformDeliveries.ts"
import { ShopErasures } from "../../store/integrations/ShopErasures.ts"
import { OrderQueries } from "../../store/orders/OrderQueries.ts"
import { retried } from "../../store/database/Transaction.ts"
import { shopCarts } from "./shopCarts.ts"
import { shopLanguages } from "./shopLanguages.ts"
import { shopProducts } from "./shopProducts.ts"
import { shopPersons } from "./shopPersons.ts"
import { shopCustomerWrites } from "./shopCustomerWrites.ts"
import { PlaceOrders } from "../orders/PlaceOrders.ts"

/** Carries out what webhooks of connected stores ask for, by the programs of the API (contract §14). */
export interface ApplyPlatformCommands {
  /**
   * Repeating a command is safe. A command that the rules refuse has the outcome `failed`. `received_at`, in milliseconds, is the time of what the
   * platform does not say the time of.
   */
  readonly apply: (
    store: ConnectedShop,
    command: PlatformCommand,
    received_at: number
  ) => Effect.Effect<DeliveryOutcome, Unavailable>
}

export const makeApplyPlatformCommands = Effect.gen(function* () {
  const deliveries = yield* PlatformDeliveries
  const erasures = yield* ShopErasures
  const integrations = yield* Integrations
  const orderQueries = yield* OrderQueries
  const orders = yield* PlaceOrders

  const carts = yield* shopCarts
  const products = yield* shopProducts
  const keepLanguage = yield* shopLanguages
  const customers = yield* ShopCustomers
  const { write: writeCustomer, withdrawnAt, link } = yield* shopCustomerWrites
  const { findContacts, erasePerson, mergeCustomers } = yield* shopPersons

  const reportedBy = (store: ConnectedShop, report: PlatformReport) => ({
    reported: { report, connected_at: store.created_at }
  })

  const contextOf = Effect.fnUntraced(function* ({ account_id, integration_id, digest }: ConnectedShop) {
    return {
      account_id,
      integration_digest: digest,
      new_contact_id: yield* makeId("con"),
      actor: integration_id
    }
  })

  const place = (call: PlaceOrder) =>
    orders.place(call).pipe(Effect.map(placedOutcome), Effect.catchTag("ValidationFailed", refusedOrder(call)))

  // The customer's record is read before, for what the person took back, and written after, to the order's contact.
  const placeOrder = Effect.fnUntraced(function* (
    store: ConnectedShop,
    command: Extract<PlatformCommand, { readonly type: "order" }>,
    received_at: number
  ) {
    const { order_id, customer } = command
    const context = { ...(yield* contextOf(store)), default_country: store.default_country }
    const read = yield* Effect.result(readPlatformOrder(command, context))
    if (Result.isFailure(read)) return refusedOutcome(read.failure.issues, { order_id })
    const { call } = read.success
    const before = customer === null ? undefined : yield* withdrawnAt(store, customer)
    const placed = yield* place({
      ...call,
      ...reportedBy(store, reportOf(command, received_at)),
      ...(before === undefined ? {} : { withdrawn_at: before.withdrawn_at }),
      // Of a person who was erased since, an order from before that creates no contact.
      known_since: call.fields.placed_at
    })
    if (customer !== null && placed.contact_id !== null) yield* link(store, customer, before?.known, placed.contact_id)
    const { language } = command.buyer
    if (language !== null && placed.contact_id !== null)
      yield* keepLanguage(store.account_id, placed.contact_id, language)
    return placed
  })

  const placePart = Effect.fnUntraced(function* (store: ConnectedShop, { order_id, report, unknown }: OrderPart) {
    const found = yield* orderQueries.get(store.account_id, BigInt(order_id))
    if (found === undefined) return unknown
    const { total, currency, placed_at } = found.order
    return yield* place({
      ...(yield* contextOf(store)),
      order_id: found.order.order_id,
      initial_sync: false,
      fields: { total, currency, placed_at },
      ...reportedBy(store, report)
    })
  })

  const apply = Effect.fnUntraced(function* (store: ConnectedShop, command: PlatformCommand, received_at: number) {
    switch (command.type) {
      case "ignored":
        return command.reason === "unreadable" ? outcome("failed", "unreadable") : outcome("ignored", command.reason)
      case "order":
        // First: a repeated webhook repeats both, and no reminder leaves between them.
        yield* carts.end(store, { order_id: command.order_id, tokens: command.cart_tokens ?? [] })
        return yield* placeOrder(store, command, received_at)
      case "cart":
        return yield* carts.put(store, command)
      case "cart_ended":
        yield* carts.end(store, command)
        return outcome("applied", null, { order_id: command.order_id })
      case "product":
        return yield* products.put(store, command, received_at)
      case "stock_level":
        return yield* products.setLevel(store, command)
      case "order_part": {
        const { order_id, isAnonymised } = command
        const unknown =
          isAnonymised === true
            ? outcome("ignored", "anonymised", { order_id })
            : outcome("waiting", "order_awaited", { order_id })
        return yield* placePart(store, { ...command, unknown })
      }
      case "order_removed": {
        const { order_id } = command
        if (store.kind === "custom") return outcome("ignored", "unknown_topic")
        const report = removalOf(store.kind, received_at)
        return yield* placePart(store, {
          order_id,
          report,
          unknown: outcome("waiting", "order_awaited", { order_id })
        })
      }
      case "customer":
        return yield* writeCustomer(store, command.customer).pipe(
          Effect.catchTags({
            ValidationFailed: (failed) => Effect.succeed(refusedCustomer(failed)),
            // The contact was erased or merged between two statements: the platform's next report finds the other.
            NotFound: () => Effect.succeed(outcome("failed", "service_failure")),
            ContactTaken: () => Effect.succeed(outcome("failed", "service_failure"))
          })
        )
      case "merge_customers":
        return yield* mergeCustomers(store, command).pipe(
          Effect.catchTags({
            ValidationFailed: (failed) => Effect.succeed(refusedCustomer(failed)),
            NotFound: () => Effect.succeed(outcome("failed", "service_failure"))
          })
        )
      case "erase_person":
        return yield* erasePerson(store, command)
      case "data_request": {
        const [contact_id] = yield* findContacts(store, command)
        return contact_id === undefined
          ? outcome("ignored", "unknown_person")
          : outcome("applied", "data_request", { contact_id })
      }
      case "erase_store":
        // Before the store is disconnected, after which its address takes no repeated webhook.
        yield* erasures.request(store)
        yield* deliveries.forget(store)
        yield* retried(customers.removeAllWaiting(store))
        yield* integrations
          .disconnect(store.account_id, store.integration_id)
          .pipe(Effect.catchTag("NotFound", () => Effect.void))
        return outcome("applied", "erased_store")
    }
  })

  const part: ApplyPlatformCommands = { apply }
  return part
})

interface OrderPart {
  readonly order_id: string
  readonly report: PlatformReport
  /** The outcome while the order itself is unknown. */
  readonly unknown: DeliveryOutcome
}

const removalOf = (platform: Platform, at: number): PlatformReport => ({
  platform,
  head: null,
  financial: null,
  fulfillment: null,
  removal: { at, value: "removed" },
  shipments: {},
  refunds: {}
})

// The removal before had the time at which it was received.
const reportOf = (
  { report, isRestored }: Extract<PlatformCommand, { readonly type: "order" }>,
  received_at: number
): PlatformReport =>
  isRestored === true && report.removal !== null
    ? { ...report, removal: { ...report.removal, at: Math.max(report.removal.at, received_at) } }
    : report

const placedOutcome = ({ changed, order }: OrderDecision): DeliveryOutcome =>
  outcome(changed ? "applied" : "ignored", changed ? null : "unchanged", {
    order_id: String(order.order_id),
    contact_id: order.contact_id
  })

const refusedOrder =
  ({ order_id }: PlaceOrder) =>
  ({ issues }: ValidationFailed) =>
    Effect.succeed(
      issues.some(({ message }) => message === erasedMessage)
        ? outcome("ignored", "person_was_erased", { order_id: String(order_id) })
        : refusedOutcome(issues, { order_id: String(order_id) })
    )

const refusedCustomer = ({ issues }: ValidationFailed): DeliveryOutcome => {
  if (issues.includes(complianceIssue)) return outcome("ignored", "compliance_suppressed")
  return issues.some(({ message }) => message === erasedMessage)
    ? outcome("ignored", "person_was_erased")
    : refusedOutcome(issues)
}
