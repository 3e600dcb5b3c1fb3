import { Effect, Result } from "effect"
import { readPlatformWebhook } from "../../../src/domain/integrations/readPlatformWebhook.ts"
import type { Platform } from "../../../src/domain/integrations/IntegrationKind.ts"
import type { PlatformCommand } from "../../../src/domain/integrations/PlatformCommand.ts"
import { type JsonObject, parseObject } from "../../../src/domain/json/Json.ts"
import { decideOrders } from "../../../src/domain/orders/decideOrders.ts"
import type { PlaceOrder, Trigger } from "../../../src/domain/orders/Order.ts"
import type { PlatformReport } from "../../../src/domain/orders/PlatformOrder.ts"
import { readOrder, readPlatformOrder } from "../../../src/domain/orders/readOrder.ts"
import { saveBatch, type StoredHistory } from "./histories.ts"
import { account_id, integration } from "./orders.ts"
import { storeDay, type PlatformWebhook, webhookText } from "./shopifyWebhooks.ts"

const parsed = (body: Record<string, unknown>): JsonObject =>
  Result.getOrThrow(parseObject(new TextEncoder().encode(webhookText(body))))

const context = {
  account_id,
  default_country: "US",
  integration_digest: "digest",
  new_contact_id: "con_new",
  actor: "int_one"
}
const connected_at = Date.parse(storeDay) - 86_400_000

/** The moment at which the webhooks of tests are received: three days after they happened. */
export const storeNow = Date.parse(storeDay) + 3 * 86_400_000

const anyOrder = {
  order_id: 1,
  email: "a@b.example",
  total: 0,
  currency: "USD",
  order_date: "2026-01-01T00:00:00Z"
}

const removal = (platform: Platform): PlatformReport => ({
  platform,
  head: null,
  financial: null,
  fulfillment: null,
  removal: { at: storeNow, value: "removed" },
  shipments: {},
  refunds: {}
})

const callOf = (
  platform: Platform,
  command: PlatformCommand
): { readonly call: PlaceOrder; readonly report: PlatformReport } => {
  if (command.type === "order")
    return { call: Effect.runSync(readPlatformOrder(command, context)).call, report: command.report }
  if (command.type !== "order_part" && command.type !== "order_removed") throw new Error(JSON.stringify(command))
  const body = { ...anyOrder, order_id: JSON.rawJSON(command.order_id) }
  const report = command.type === "order_part" ? command.report : removal(platform)
  return { call: Effect.runSync(readOrder(body, context, "lenient")).call, report }
}

/** The order after webhooks in this order of arrival. A shipment, refund or removal that comes before its order waits for it. */
export const received = (
  platform: Platform,
  webhooks: ReadonlyArray<PlatformWebhook>,
  {
    since = connected_at,
    consent_field = null
  }: { readonly since?: number; readonly consent_field?: string | null } = {}
) => {
  let stored: StoredHistory = { orders: [], contacts: [], ledger: [] }
  let waiting: ReadonlyArray<PlatformWebhook> = []
  const triggers: Array<Trigger["type"]> = []
  const receive = ({ topic, body }: PlatformWebhook) => {
    const command = readPlatformWebhook(platform, topic, parsed(body), { consent_field })
    if (command.type === "ignored") return command.reason
    const { call, report } = callOf(platform, command)
    const batch = decideOrders(storeNow, [{ ...call, reported: { report, connected_at: since } }], {
      ...stored,
      integrations: [integration()],
      suppressions: []
    })
    const [result] = batch.results
    if (result !== undefined && Result.isFailure(result)) return result.failure._tag
    triggers.push(...batch.triggers.map(({ type }) => type))
    stored = saveBatch(stored, batch)
    return "applied"
  }
  for (const webhook of webhooks) {
    if (receive(webhook) === "OrderUnknown") waiting = [...waiting, webhook]
    else if (waiting.length > 0) waiting = waiting.filter((part) => receive(part) === "OrderUnknown")
  }
  const [order] = stored.orders
  if (order === undefined) throw new Error("No order")
  const { deliveries: _deliveries, created_at: _created, updated_at: _updated, ...rest } = order
  return { order: rest, contacts: stored.contacts, triggers }
}
