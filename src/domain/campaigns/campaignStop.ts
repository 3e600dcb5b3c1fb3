import type { Refusal } from "../mailReports/DeliveryReport.ts"

/**
 * A campaign with a refused mail: of its last ten settled mails, how many were accepted, and how many were refused. `unanswered`: mails of it
 * that are being sent.
 */
export interface RefusedCampaign {
  readonly accepted: number
  readonly refused: number
  readonly unanswered: number
}

/** The mails of a campaign that are looked at. */
export const settledMails = 10

const minRefusals: Readonly<Record<Refusal, number>> = { sender: 3, content: 3, policy: 3, other: settledMails }

/**
 * Whether refusals stop a campaign: three of sender, content or policy, or ten of any kind, with none of its last ten mails accepted. So one
 * receiver stops no campaign for the others, and a server that refuses all costs few messages. A refusal comes earlier in a session than an
 * acceptance, so that three of mails sent at once say nothing until the others have their answer. Pure.
 */
export const stopsCampaign = (refusal: Refusal, { accepted, refused, unanswered }: RefusedCampaign): boolean =>
  accepted === 0 && refused >= (unanswered > 0 ? settledMails : minRefusals[refusal])
