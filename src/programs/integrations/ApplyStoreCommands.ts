import { Context, Effect, Layer } from "effect"
import type { ConnectedStore } from "../../domain/accounts/CustomIntegration.ts"
import { complianceIssue } from "../../domain/contacts/decideContact.ts"
import { normalizePhone } from "../../domain/contacts/Phone.ts"
import { erasedMessage } from "../../domain/contacts/Suppressions.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import type { StoreCommand } from "../../domain/integrations/StoreCommand.ts"
import { type DeliveryOutcome, outcome, refusedOutcome } from "../../domain/integrations/StoreDelivery.ts"
import type { OrderDecision } from "../../domain/orders/decideOrder.ts"
import type { PlaceOrder } from "../../domain/orders/Order.ts"
import type { PlatformReport } from "../../domain/orders/PlatformOrder.ts"
import { readOrder } from "../../domain/orders/readOrder.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { Integrations } from "../../store/accounts/Integrations.ts"
import { ContactQueries } from "../../store/contacts/ContactQueries.ts"
import { StoreCustomers } from "../../store/contacts/StoreCustomers.ts"
import { StoreDeliveries } from "../../store/integrations/StoreDeliveries.ts"
import { StoreErasures } from "../../store/integrations/StoreErasures.ts"
import { OrderQueries } from "../../store/orders/OrderQueries.ts"
import { WriteContacts } from "../contacts/WriteContacts.ts"
import { storeCustomerWrites } from "./storeCustomerWrites.ts"
import { PlaceOrders } from "../orders/PlaceOrders.ts"

type Person = Pick<Extract<StoreCommand, { readonly type: "erase_person" }>, "email" | "phone">

/** Carries out what webhooks of connected stores ask for, by the programs of the API (contract §14). */
export class ApplyStoreCommands extends Context.Service<
  ApplyStoreCommands,
  {
    /** Repeating a command is safe. A command that the rules refuse has the outcome `failed`. */
    readonly apply: (store: ConnectedStore, command: StoreCommand) => Effect.Effect<DeliveryOutcome, Unavailable>
  }
>()("tally/programs/integrations/ApplyStoreCommands") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const contacts = yield* WriteContacts
      const contactQueries = yield* ContactQueries
      const deliveries = yield* StoreDeliveries
      const erasures = yield* StoreErasures
      const integrations = yield* Integrations
      const orderQueries = yield* OrderQueries
      const orders = yield* PlaceOrders

      const writeCustomer = yield* storeCustomerWrites

      const reportedBy = (store: ConnectedStore, report: PlatformReport) => ({
        reported: { report, connected_at: store.created_at }
      })

      const contextOf = Effect.fnUntraced(function* ({ account_id, integration_id, digest }: ConnectedStore) {
        return {
          account_id,
          integration_digest: digest,
          new_contact_id: yield* makeId("con"),
          actor: integration_id
        }
      })

      const place = (call: PlaceOrder) =>
        orders.place(call).pipe(Effect.map(placedOutcome), Effect.catchTag("ValidationFailed", refusedOrder(call)))

      const placeOrder = Effect.fnUntraced(function* (
        store: ConnectedStore,
        { order, order_id, report }: Extract<StoreCommand, { readonly type: "order" }>
      ) {
        const context = { ...(yield* contextOf(store)), default_country: store.default_country }
        return yield* readOrder(order, context, "lenient").pipe(
          Effect.matchEffect({
            onFailure: ({ issues }) => Effect.succeed(refusedOutcome(issues, { order_id })),
            // Of a person who was erased since, an order from before that creates no contact.
            onSuccess: ({ call }) =>
              place({ ...call, ...reportedBy(store, report), known_since: call.fields.placed_at })
          })
        )
      })

      const placePart = Effect.fnUntraced(function* (
        store: ConnectedStore,
        { order_id, report }: Extract<StoreCommand, { readonly type: "order_part" }>
      ) {
        const found = yield* orderQueries.get(store.account_id, BigInt(order_id))
        if (found === undefined) return outcome("waiting", "order_awaited", { order_id })
        const { total, currency, placed_at } = found.order
        return yield* place({
          ...(yield* contextOf(store)),
          order_id: found.order.order_id,
          initial_sync: false,
          fields: { total, currency, placed_at },
          ...reportedBy(store, report)
        })
      })

      const findPerson = Effect.fnUntraced(function* (
        { account_id, default_country }: ConnectedStore,
        { email, phone }: Person
      ) {
        const number = phone === null ? undefined : normalizePhone(phone, [default_country])
        const filters = [...(email === null ? [] : [{ email }]), ...(number === undefined ? [] : [{ phone: number }])]
        for (const filter of filters) {
          const [found] = yield* contactQueries.read(account_id, filter, {
            before: null,
            offset: 0,
            limit: 1,
            total: 1
          })
          if (found !== undefined) return found.contact_id
        }
        return undefined
      })

      const erasePerson = Effect.fnUntraced(function* (store: ConnectedStore, person: Person) {
        const contact_id = yield* findPerson(store, person)
        if (contact_id === undefined) return outcome("ignored", "unknown_person")
        yield* contacts
          .erase({ account_id: store.account_id, contact_id }, { dry: false })
          .pipe(Effect.catchTag("NotFound", () => Effect.void))
        return outcome("applied", "erased_person")
      })

      const apply = Effect.fnUntraced(function* (store: ConnectedStore, command: StoreCommand) {
        switch (command.type) {
          case "ignored":
            return command.reason === "unreadable"
              ? outcome("failed", "unreadable")
              : outcome("ignored", command.reason)
          case "order":
            return yield* placeOrder(store, command)
          case "order_part":
            return yield* placePart(store, command)
          case "customer":
            return yield* writeCustomer(store, command.customer).pipe(
              Effect.catchTags({
                ValidationFailed: (failed) => Effect.succeed(refusedCustomer(failed)),
                // The contact was erased or merged between two statements: the platform's next report finds the other.
                NotFound: () => Effect.succeed(outcome("failed", "service_failure")),
                ContactTaken: () => Effect.succeed(outcome("failed", "service_failure"))
              })
            )
          case "erase_person":
            return yield* erasePerson(store, command)
          case "data_request": {
            const contact_id = yield* findPerson(store, command)
            return contact_id === undefined
              ? outcome("ignored", "unknown_person")
              : outcome("applied", "data_request", { contact_id })
          }
          case "erase_store":
            // Before the store is disconnected, after which its address takes no repeated webhook.
            yield* erasures.request(store)
            yield* deliveries.forget(store)
            yield* integrations
              .disconnect(store.account_id, store.integration_id)
              .pipe(Effect.catchTag("NotFound", () => Effect.void))
            return outcome("applied", "erased_store")
        }
      })

      return ApplyStoreCommands.of({ apply })
    })
  ).pipe(Layer.provide([StoreCustomers.layer, StoreErasures.layer]))
}

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
