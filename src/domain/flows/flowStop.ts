import type { Refusal } from "../messages/DeliveryReport.ts"
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

/** The words of a flow's notice. */
export const flowNotices: Readonly<Record<Refusal, string>> = {
  sender: "The mail server refused the sender of this flow's mail",
  content: "The mail server refused the content of this flow's mail",
  policy: "The mail server refused this flow's mail by its policy; check the domain's SPF, DKIM and DMARC records",
  other: "The mail server refused this flow's mail"
}
