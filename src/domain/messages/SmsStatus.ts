/** The code of a text to a person who stopped texts at the provider. */
const optOutCode = "21610"

// The number is none, or none that takes texts (21211, 21614); the person blocked them (30004); unknown phone, landline (30005, 30006).
const phoneFailures = new Set(["21211", "21614", "30004", "30005", "30006"])

/**
 * The meaning of a provider's code for the phone. `stopped`: its owner stopped texts at the provider. `unreachable`: it takes no texts for good, so
 * that each further one is paid for in vain. Undefined for failures that may pass (30003: switched off) or are not the phone's. Pure.
 */
export const phoneStateOf = (code: string | null): "stopped" | "unreachable" | undefined => {
  if (code === optOutCode) return "stopped"
  return code !== null && phoneFailures.has(code) ? "unreachable" : undefined
}

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
