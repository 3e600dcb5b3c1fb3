/** The code of a text to a person who stopped texts at the provider. */
export const optOutCode = "21610"

/** A report of a Twilio-compatible provider about a text: delivered, or failed with the provider's code. */
export interface SmsStatus {
  readonly status: "delivered" | "failed"
  readonly to: string
  /** Digits, null without one. */
  readonly code: string | null
}

/**
 * The report of a status callback. `unrelated` for a callback that ends nothing (queued, sent), undefined for any other form: an
 * inbound text. Pure.
 */
export const smsStatusOf = (fields: URLSearchParams): SmsStatus | "unrelated" | undefined => {
  const status = fields.get("MessageStatus")?.toLowerCase() ?? ""
  if (status === "" || status === "received" || status === "receiving") return undefined
  const ends = status === "delivered" || status === "undelivered" || status === "failed" || status === "read"
  if (!ends) return "unrelated"
  const code = fields.get("ErrorCode") ?? ""
  return {
    status: status === "delivered" || status === "read" ? "delivered" : "failed",
    to: fields.get("To") ?? "",
    code: /^\d{1,6}$/.test(code) && code !== "0" ? code : null
  }
}
