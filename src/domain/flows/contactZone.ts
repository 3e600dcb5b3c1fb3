import { isTimezone } from "../accounts/Account.ts"
import type { JsonObject } from "../json/Json.ts"

/** The time zone in the custom field `timezone` of a contact; null if that is no IANA name. */
export const contactZone = (custom_fields: JsonObject): string | null => {
  const zone = Object.hasOwn(custom_fields, "timezone") ? custom_fields["timezone"] : undefined
  return typeof zone === "string" && isTimezone(zone) ? zone : null
}
