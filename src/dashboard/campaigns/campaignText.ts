import type { CampaignContent, ListedCampaign } from "../../domain/campaigns/Campaign.ts"
import * as words from "../words/campaigns.ts"

/** A local time as text: `1 Dec 2026, 09:00`. */
const showLocal = (local: string): string =>
  new Date(`${local}:00Z`).toLocaleString(undefined, {
    timeZone: "UTC",
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit"
  })

/** When a campaign sends, in words. */
export const sendTimeText = ({ send_at, send_at_zone }: Pick<ListedCampaign, "send_at" | "send_at_zone">): string =>
  send_at === null
    ? words.whenScheduled
    : send_at_zone === "contact"
      ? words.inContactsTime(showLocal(send_at))
      : showLocal(send_at)

/** The name of a variant by its place. */
export const variantName = (at: number): string => words.variantName(String.fromCharCode(65 + at))

/** The content as a step of a flow, which previews take. */
export const stepOf = (content: CampaignContent, sender_id: string | null) =>
  "text" in content
    ? ({ id: "campaign", type: "send_sms", ...content } as const)
    : ({ id: "campaign", type: "send_email", ...(sender_id === null ? {} : { sender_id }), ...content } as const)
