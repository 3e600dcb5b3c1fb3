import type { ApiResponse } from "../support/http/http.ts"
import { contractViolation } from "../support/http/conforms.ts"
import type { FuzzedRequest } from "./requests.ts"
import { secretsOfRequest } from "./secrets.ts"

export type Violation =
  | "no answer"
  | "5xx"
  | "off contract"
  | "accepted invalid"
  | "rejected valid"
  | "refused without its field"
  | "private told"

/** Fields that what is kept, not the request, decides about: an address taken, a limit reached, something over. */
const kept = [
  /^PATCH .*contacts\/{id} (email|phone|email_consent|sms_consent)$/,
  /contacts\/{id}\/unsubscribe email_consent$/,
  // Someone who was erased comes back with what they decided.
  /^POST .*contacts email_consent$/,
  /(tokens\/{id}\/renew|users\/{id}.*) id$/,
  /(setup|invitations) secret$/,
  /merge (from|email_consent)$/,
  // A key has a form of its own for each provider.
  /hooks\/keys\/{provider} key$/,
  /contacts(\/{id})? consent_proof\.reason$/,
  /contact-actions (tag|filter)$/,
  // The size of the whole layout, and its columns beside each other.
  /imports layout(\.headers|\.targets(\.\d+)?)?$/,
  // The file that an import expects, and how much of it was uploaded.
  /imports\/{id}\/file (file|from)$/,
  /(?:senders?(?:\/{id})?(\/\w+){0,2}|preview\/send) (from_email|tracking_domain|to|step|step\.sender_id)$/,
  /flows\/{id}(\/activate)? sender\.\w+$/,
  // The further senders of the account.
  /(?:flows(?:\/{id})?(?:\/activate)?|campaigns(?:\/{id}(?:\/\w+)?)?) (?:definition\..+\.)?sender_id$/,
  // The segment of a trigger.
  /flows(\/{id})? definition\.trigger\.segment_id$/,
  // The status of a campaign, and the faults of its review.
  /campaigns\/{id}(\/\w+)? (status|sender\.\w+|audience(\.\w+)*|send_at|variants\.\d(\.[\w.]+)?)$/,
  // The topics of the account, and its language.
  /(?:flows(?:\/{id})?(?:\/activate)?|campaigns(?:\/{id}(?:\/\w+)?)?) (?:definition\..+\.)?topic$/,
  /topics(?:\/{id})? (?:key|names\.\w+)$/,
  /contacts\/{id}\/topics (?:leave|join)\.\d+$/,
  // Segments beside all contacts, and contents of another channel.
  /campaigns (audience\.include|variants\.\d(\.[\w.]+)?)$/,
  // The segments of the account.
  /campaigns\/backtest draft\.audience\.\w+\.\d+$/
]

/** The violations of the contract in a response. `isCertain`: the resources that the request names exist, and its caller has access. */
export const checkResponse = (
  one: FuzzedRequest,
  url: string,
  answer: ApiResponse | undefined,
  isCertain: boolean
): { readonly violation: Violation; readonly because: string } | undefined => {
  const { operation, init, due, raw, names } = one
  if (answer === undefined) return { violation: "no answer", because: "the connection ended" }
  const { status, json, text } = answer
  if (status >= 500) return { violation: "5xx", because: text.slice(0, 500) }
  const leaked = status < 400 ? [] : secretsOfRequest(one).filter((part) => text.includes(part))
  if (leaked.length > 0) return { violation: "private told", because: leaked.join(" ") }
  if (raw !== undefined) {
    const proper = text === "" || text.startsWith("HTTP/1.1 ")
    return proper ? undefined : { violation: "off contract", because: text.slice(0, 500) }
  }
  const issue = contractViolation(init.method, url, answer)
  if (issue !== undefined) return { violation: "off contract", because: `${status}: ${issue}` }
  if (due === "refused" && status < 400) return { violation: "accepted invalid", because: text.slice(0, 500) }
  const issues: ReadonlyArray<{ readonly field: string; readonly message: string }> = json?.error?.details ?? []
  if (names !== undefined && !issues.some(({ field }) => field === names))
    return { violation: "refused without its field", because: `${names}: ${status} ${text.slice(0, 500)}` }
  if (due !== "taken") return undefined
  // A issue of no field that is none of the body's form is that of a limit: 25 tokens, 500 flows, an import that began.
  const stateful = issues.some(
    ({ field, message }) =>
      (field === "" && !message.startsWith("The body")) || kept.some((form) => form.test(`${operation.name} ${field}`))
  )
  const invalid = [400, 413, 415, 422].includes(status)
  const unfound = isCertain && [401, 403, 404, 405, 409].includes(status)
  return (invalid && !stateful) || unfound ? { violation: "rejected valid", because: text.slice(0, 500) } : undefined
}
