import type { ReportedOutcome } from "./DeliveryReport.ts"
import { smtpFailureOf } from "../messages/SmtpReply.ts"

/** A failure as a provider reports it: its own verdict, null without one, and texts that may hold the receiving server's codes. */
export interface ProviderFailure {
  readonly verdict: "permanent" | "temporary" | "blocked" | null
  readonly texts: ReadonlyArray<string | null>
}

/** Characters of a text in which codes are looked for. */
const maxText = 1_000

const basicCode = /(?<![\d.])([45]\d\d)(?![\d.])/
const enhancedCode = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/

// x.0.0: undefined by RFC 3463. Some providers send it when they know no more than the basic code.
const undefinedCode = /^[45]\.0\.0$/

/** The first basic and enhanced codes in the texts. */
const codesIn = (texts: ProviderFailure["texts"]) => {
  const find = (code: RegExp) =>
    texts
      .flatMap((text) => code.exec(text?.slice(0, maxText) ?? "")?.[1] ?? [])
      .find((found) => !undefinedCode.test(found))
  return { basic: find(basicCode), enhanced: find(enhancedCode) }
}

const wordsIn = (texts: ProviderFailure["texts"]): string =>
  texts.map((text) => text?.slice(0, maxText) ?? "").join(" ")

/**
 * The outcome of a reported failure, and its codes. An address failed permanently only if the codes say so, or the provider does and the codes
 * name no other cause; a provider's `temporary` or `blocked` is never overruled by a code (contract §4.7). Pure.
 */
export const reportedFailure = ({
  verdict,
  texts
}: ProviderFailure): { readonly outcome: ReportedOutcome; readonly code: string | null } => {
  const { basic, enhanced } = codesIn(texts)
  const codes = [basic, enhanced].filter((code) => code !== undefined)
  const failure =
    codes.length === 0
      ? undefined
      : smtpFailureOf({
          command: "RCPT TO",
          text: `${basic ?? `${enhanced?.[0] ?? 5}00`} ${enhanced ?? ""} ${wordsIn(texts)}`
        })
  return { outcome: outcomeOf(verdict, failure), code: codes.length === 0 ? null : codes.join(" ") }
}

const outcomeOf = (
  verdict: ProviderFailure["verdict"],
  failure: ReturnType<typeof smtpFailureOf> | undefined
): ReportedOutcome => {
  if (failure === "temporary" || failure === "mailbox") return { kind: "soft_bounced" }
  if (failure !== undefined && failure !== "recipient" && failure !== "unconfirmed" && failure !== "other")
    return { kind: "refused", refusal: failure }
  if (verdict === "temporary") return { kind: "soft_bounced" }
  if (verdict === "blocked") return { kind: "refused", refusal: "policy" }
  // A provider sends for many, so a receiving server that says nothing of the sender speaks of the recipient.
  return failure === "recipient" || failure === "unconfirmed" || verdict === "permanent"
    ? { kind: "bounced" }
    : { kind: "refused", refusal: "other" }
}
