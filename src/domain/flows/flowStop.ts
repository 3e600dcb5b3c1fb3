import type { Refusal } from "../mailReports/DeliveryReport.ts"
import type { MessageReason } from "../reasons.ts"

/** The reason of a mail that waits for its flow to be activated again. */
export const flowStopped = "the flow was stopped because its mail was refused" satisfies MessageReason

/** A flow whose mail was refused: how many of its last three settled mails were accepted. */
export interface RefusedFlow {
  readonly flow_id: string
  readonly accepted: number
}

/**
 * Whether a refusal stops the flow's mail (contract §4.7): a refused sender, content or policy, unless one of the flow's last three
 * mails was accepted, so that one receiver stops no flow for the others. Pure.
 */
export const stopsFlow = (refusal: Refusal, { accepted }: Pick<RefusedFlow, "accepted">): boolean =>
  refusal !== "other" && accepted === 0

/** The words of the notice of a flow or campaign whose mail was refused, with the server's codes. */
export const refusalNotice = (refusal: Refusal, of: "flow" | "campaign", code: string | null): string =>
  `${words[refusal].replace("this mail", `this ${of}'s mail`)}${code === null ? "" : ` (${code})`}`

const words: Readonly<Record<Refusal, string>> = {
  sender: "The mail server refused the sender of this mail",
  content: "The mail server refused the content of this mail",
  policy: "The mail server refused this mail by its policy; check the domain's SPF, DKIM and DMARC records",
  other: "The mail server refused this mail"
}
