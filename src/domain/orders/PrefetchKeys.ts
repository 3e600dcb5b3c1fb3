import { Option, Schema } from "effect"
import { Email, emailJson, emailKey } from "../contacts/Email.ts"
import type { JsonObject } from "../json/Json.ts"
import { optionalText } from "../json/Optional.ts"
import { OrderId } from "./OrderId.ts"
import { addressCountries, normalizePhone } from "../contacts/Phone.ts"
import { Text, textJson } from "../values/Text.ts"

/** What an order call names: its order, its buyer, and by the SHA-256 of a token its integration. */
export interface PrefetchKeys {
  readonly order_id: bigint
  readonly email_key: string | null
  readonly phone: string | null
  readonly integration_digest: string | null
}

const decode = Schema.decodeUnknownOption(
  Schema.Struct({
    order_id: OrderId,
    email: optionalText(Email, emailJson),
    phone: optionalText(Text, textJson)
  })
)

/**
 * What a body names, as far as it tells without its account: the phone only when it stands in for an e-mail. Null when it names no
 * order or nobody, also by a phone that is none in the countries of its addresses.
 */
export const prefetchKeys = (body: JsonObject): Omit<PrefetchKeys, "integration_digest"> | null => {
  const named = Option.getOrUndefined(decode(body))
  if (named === undefined) return null
  const { order_id, email, phone } = named
  if (email != null) return { order_id, email_key: emailKey(email), phone: null }
  const number = phone == null ? undefined : normalizePhone(phone, addressCountries(body))
  return number === undefined ? null : { order_id, email_key: null, phone: number }
}
