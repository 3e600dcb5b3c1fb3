import type { Refusal } from "../mailReports/DeliveryReport.ts"

/** A campaign with a refused mail: of its last ten settled mails, how many were accepted, and how many were refused. */
export interface RefusedCampaign {
  readonly campaign_id: string
  readonly accepted: number
  readonly refused: number
}

/** The mails of a campaign that are looked at. */
export const settledMails = 10

const minRefusals: Readonly<Record<Refusal, number>> = { sender: 3, content: 3, policy: 3, other: settledMails }

/**
 * Whether refusals stop a campaign: three of sender, content or policy, or ten of any kind, with none of its last ten mails accepted. So one
 * receiver stops no campaign for the others, and a server that refuses all costs few messages. Pure.
 */
export const stopsCampaign = (refusal: Refusal, { accepted, refused }: Omit<RefusedCampaign, "campaign_id">): boolean =>
  accepted === 0 && refused >= minRefusals[refusal]
