import { Effect } from "effect"
import { unreadablePhone } from "../contacts/ContactInput.ts"
import { normalizePhone } from "../contacts/Phone.ts"
import { type JsonObject, textOf } from "../json/Json.ts"
import { decodeJson } from "../json/decodeJson.ts"
import { type Handling, readBody } from "../json/readBody.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { isBlank } from "../values/Text.ts"
import { noItems, type PutCart } from "./Cart.ts"
import { CartInput } from "./CartInput.ts"

const decodeCartInput = decodeJson(CartInput)

const maxMillisAhead = 24 * 3_600_000

/** The values of a call that are not in its body. */
export type CartContext = Omit<PutCart, "items" | "owner" | "at"> & {
  readonly default_country: string
  /** The time of the call, in milliseconds. */
  readonly now: number
}

const needsAmount = "Is required while the cart has items"

/** Rules that span fields, or depend on the time. */
const cartRules = (body: JsonObject, now: number): ReadonlyArray<ValidationIssue> => {
  const issues: Array<ValidationIssue> = []
  const address = ["email", "phone"].find((field) => !isBlank(body[field]))
  if (!isBlank(body["contact_id"]) && address !== undefined)
    issues.push({ field: address, message: "Can't be given beside contact_id" })
  const items = body["line_items"]
  if (Array.isArray(items) && items.length > 0) {
    for (const field of ["currency", "total"]) if (body[field] == null) issues.push({ field, message: needsAmount })
  }
  const time = body["updated_at"]
  if (typeof time === "string" && Date.parse(time) > now + maxMillisAhead)
    issues.push({ field: "updated_at", message: "Must be at most 24 hours ahead" })
  return issues
}

// Lenient handling never leaves these out: without them the cart would be another one.
const essential = new Set(["line_items", "currency", "total", "contact_id", "updated_at", "completed_order_id", ""])

/** The report of a body with its warnings, or all issues of the body (contract §18). */
export const readCart = (
  body: JsonObject,
  { default_country, now, ...context }: CartContext,
  handling: Handling
): Effect.Effect<
  { readonly call: PutCart; readonly warnings: ReadonlyArray<ValidationIssue> },
  Effect.Error<ReturnType<typeof decodeCartInput>>
> =>
  Effect.map(
    readBody(
      {
        decode: decodeCartInput,
        unreadable: unreadablePhone(body, default_country),
        rules: (raw) => cartRules(raw, now),
        isSecondary: (member) => !essential.has(member),
        orphaned: () => []
      },
      body,
      handling
    ),
    ({ input, warnings }) => ({ call: toPutCart(input, context, default_country), warnings })
  )

const toPutCart = (
  {
    email,
    phone,
    contact_id,
    visitor_id,
    stage,
    currency,
    total,
    line_items,
    url,
    completed_order_id,
    updated_at
  }: CartInput,
  context: Omit<CartContext, "default_country" | "now">,
  country: string
): PutCart => ({
  ...context,
  items:
    line_items.length === 0
      ? noItems
      : {
          item_count: line_items.length,
          currency: currency ?? null,
          total: total ?? null,
          line_items: textOf(line_items)
        },
  owner: {
    contact_id: contact_id ?? null,
    email: email ?? null,
    phone: phone == null ? null : (normalizePhone(phone, [country]) ?? null),
    visitor_id: visitor_id ?? null,
    stage: stage ?? "cart",
    url: url ?? null,
    token: null,
    completed: completed_order_id != null,
    completed_order_id: completed_order_id ?? null
  },
  at: updated_at?.epochMilliseconds ?? null
})
