import { randomBytes } from "node:crypto"
import type { PoolClient, QueryResult } from "pg"
import { emailKey } from "../../../src/domain/contacts/Email.ts"
import { formatTime } from "../../../src/domain/values/Time.ts"
import { amountText, type Checked } from "./body.ts"
import * as statements from "./statements.ts"

type Query = (statement: { name: string; text: string }, values: ReadonlyArray<unknown>) => Promise<QueryResult>

export const queryOn =
  (client: PoolClient): Query =>
  (statement, values) =>
    client.query({ ...statement, values: [...values] })

/** Places one order by the rules of docs/contract.md, statement by statement. Undefined when the integration is unknown. */
export const placeOrder = async (
  query: Query,
  caller: { readonly account_id: string; readonly token_id: string },
  call: Checked,
  integrationDigest: string | null
): Promise<{ readonly created: boolean; readonly json: string } | undefined> => {
  const { account_id, token_id } = caller
  const { fields, orderId } = call
  const now = new Date()
  const email = typeof fields["email"] === "string" ? fields["email"] : null
  const phone = typeof fields["phone"] === "string" ? fields["phone"] : null
  const key = email === null ? null : emailKey(email)
  const names = [
    `order|${orderId}`,
    ...(key === null ? [] : [`email|${key}`]),
    ...(phone === null ? [] : [`phone|${phone}`])
  ]
  await query(statements.lock, [names.map((name) => `${account_id}|${name}`)])
  const before = (await query(statements.findOrder, [account_id, orderId])).rows[0]
  const contacts = (await query(statements.findContacts, [account_id, key, phone])).rows
  const integrations = (await query(statements.findIntegrations, [account_id])).rows

  const integration =
    integrationDigest !== null
      ? integrations.find(({ digest }) => digest === integrationDigest)
      : before?.integration_id != null
        ? integrations.find(({ integration_id }) => integration_id === before.integration_id)
        : integrations.length === 1
          ? integrations[0]
          : undefined
  if (integrationDigest !== null && integration === undefined) return undefined

  const byPhone = contacts.find((contact) => phone !== null && contact.phone === phone)
  const found = key === null ? byPhone : contacts.find((contact) => contact.email_key === key)
  const phoneTaken = found === undefined && key !== null && byPhone !== undefined
  const contactId: string = found?.contact_id ?? `con_${randomBytes(13).toString("hex")}`
  const placed = fields["placed_at"] instanceof Date ? fields["placed_at"] : now

  const ledger: Array<readonly [channel: string, from: string, to: string, refused: boolean, rule: string]> = []
  const repeated = (asked: string) =>
    before?.[asked] === true && before.contact_id === contactId && before.placed_at.getTime() === placed.getTime()
  let emailConsent: string = found?.email_consent ?? "never_subscribed"
  if (fields["accepts_email_marketing"] === true) {
    const from = emailConsent
    const refusal =
      key === null
        ? "order_without_email"
        : from === "suppressed" || from === "compliance_suppressed"
          ? "order_email_suppressed"
          : call.recent
            ? undefined
            : "order_older_than_six_months"
    if (refusal !== undefined) {
      if (!repeated("accepts_email_marketing")) ledger.push(["email", from, "subscribed", true, refusal])
    } else if (from !== "subscribed") {
      emailConsent = "subscribed"
      ledger.push(["email", from, "subscribed", false, "order_email_opt_in"])
    }
  }
  let smsConsent: string = found?.sms_consent ?? "never_subscribed"
  if (fields["accepts_sms_marketing"] === true && smsConsent !== "subscribed") {
    const refusal = found !== undefined ? "order_sms_existing_contact" : phoneTaken ? "order_phone_taken" : undefined
    if (refusal === undefined) {
      ledger.push(["sms", smsConsent, "subscribed", false, "order_sms_new_contact"])
      smsConsent = "subscribed"
    } else if (!repeated("accepts_sms_marketing")) ledger.push(["sms", smsConsent, "subscribed", true, refusal])
  }

  const moved =
    before !== undefined && (before.contact_id !== contactId || before.placed_at.getTime() !== placed.getTime())
  if (found === undefined) {
    const contactPhone = phoneTaken ? null : phone
    await query(statements.insertContact, [
      account_id,
      contactId,
      email,
      key,
      contactPhone,
      ...call.name,
      emailConsent,
      smsConsent,
      placed,
      now
    ])
  } else if (before === undefined) {
    await query(statements.updateContact, [account_id, contactId, emailConsent, placed, now])
  }

  const received = fields["shipment_status"] === "delivered" && before?.shipment_status !== "delivered"
  const order: Record<string, unknown> = {
    ...before,
    ...fields,
    account_id,
    order_id: orderId,
    contact_id: contactId,
    integration_id: integration?.integration_id ?? before?.integration_id ?? null,
    deliveries: (before?.deliveries ?? 0) + (received ? 1 : 0),
    created_at: before?.created_at ?? now,
    updated_at: now
  }
  await query(
    statements.saveOrder,
    statements.columns.map((column) => order[column] ?? null)
  )
  if (moved) await query(statements.recount, [account_id, [contactId, before.contact_id], now])
  const effective = placed < now ? placed : now
  for (const entry of ledger) {
    const [channel, from, to, refused, rule] = entry
    await query(statements.appendLedger, [
      account_id,
      contactId,
      channel,
      from,
      to,
      refused,
      rule,
      orderId,
      token_id,
      effective,
      now
    ])
  }
  if (integration !== undefined && !call.initialSync) {
    if (before === undefined)
      await query(statements.recordTrigger, [account_id, "order_placed", orderId, 0, contactId, now])
    if (received)
      await query(statements.recordTrigger, [
        account_id,
        "order_received",
        orderId,
        order["deliveries"],
        contactId,
        now
      ])
  }
  return { created: before === undefined, json: answer(order, integration) }
}

const raw = ["discounts", "tax_lines", "line_items", "billing_address", "shipping_address"]
const plain = [
  "email",
  "phone",
  "financial_status",
  "fulfillment_status",
  "shipment_status",
  "customer_id",
  "accepts_email_marketing",
  "accepts_sms_marketing"
]

const answer = (order: Record<string, unknown>, integration: Record<string, unknown> | undefined): string => {
  const time = (value: unknown) => (value instanceof Date ? formatTime(value.getTime()) : null)
  let json = `{"order_id":${order["order_id"]},"source":"api","total_amount":"${amountText(String(order["total"]), String(order["currency"]))}"`
  json += `,"currency_code":"${order["currency"]}","placed_at":"${time(order["placed_at"])}"`
  for (const name of plain)
    if (order[name] != null && order[name] !== "") json += `,"${name}":${JSON.stringify(order[name])}`
  for (const name of ["subtotal", "total_items"]) if (order[name] != null) json += `,"${name}":${order[name]}`
  for (const name of raw)
    if (order[name] != null && !/^[[{]\s*[\]}]$/.test(String(order[name]))) json += `,"${name}":${order[name]}`
  if (integration !== undefined) {
    json += `,"integration":${JSON.stringify({ store_name: integration["store_name"], store_url: integration["store_url"] })}`
  }
  return `${json},"created_at":"${time(order["created_at"])}","updated_at":"${time(order["updated_at"])}"}`
}
