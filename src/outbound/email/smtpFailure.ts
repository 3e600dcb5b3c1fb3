import { comparableWords } from "../../domain/messages/smtpWords.ts"
import { smtpCodes, smtpFailureOf, smtpSignalOf } from "../../domain/messages/SmtpReply.ts"
import { digestOf } from "../../store/keys/Digest.ts"
import { SendFailed } from "../sending/SendFailed.ts"
import { notPublic } from "../webhooks/publicLookup.ts"
import { certificateFault } from "./certificateFault.ts"

// Codes of failures to find or reach an account's server. They have one reason with private addresses, so that no account learns which
// names exist in the operator's network.
const unreachable = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "ENOENT"
])

/**
 * The failure that an error of the mail library tells. `isWritten`: the mail's end had been handed to the connection, so that without a reply
 * the server may have taken it. The server's text may repeat addresses and settings, so the reason holds only its codes.
 */
export const smtpFailure = (error: unknown, recipient: string, isWritten: boolean): SendFailed => {
  const member = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined)
  const [code, command, response] = [member("code"), member("command"), member("response")]
  // Other failures are of the connection or the login.
  const isOfMessage = code === "EENVELOPE" || code === "EMESSAGE"
  if (typeof response !== "string" || typeof member("responseCode") !== "number") {
    if (isWritten) return new SendFailed({ permanent: false, isReplyLost: true, signal: "down", reason: replyLost })
    // The library compares the mail with the size that the server announced.
    if (code === "EMESSAGE" && command === "MAIL FROM")
      return new SendFailed({
        permanent: true,
        failure: "content",
        reason: "the mail is larger than the mail server takes"
      })
    const isUnreachable =
      (error instanceof Error && error.message === notPublic) ||
      (member("originalCode") === undefined && unreachable.has(String(code)) && member("timeoutType") === undefined)
    return new SendFailed({
      permanent: false,
      signal: isOfMessage || code === "ESTREAM" ? "works" : "down",
      reason: isUnreachable
        ? "the mail server cannot be reached at a public address"
        : (certificateFault(error) ?? `the mail server did not take it (${String(code ?? "unknown")})`)
    })
  }
  const failure = isOfMessage ? smtpFailureOf({ command: String(command), text: response }) : "temporary"
  const { basic, enhanced } = smtpCodes(response)
  const codes = [basic, enhanced].filter((part) => part !== undefined).join(" ")
  return new SendFailed({
    permanent: failure !== "temporary" && failure !== "mailbox",
    failure,
    code: codes,
    words: digestOf(comparableWords(response, recipient)),
    signal: isOfMessage || basic === 421 ? smtpSignalOf(response) : "down",
    reason: `the mail server answered ${codes}`
  })
}

const replyLost = "the mail server did not answer after it was given the mail, so it may have taken it"
