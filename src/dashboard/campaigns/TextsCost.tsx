import { Text } from "@mantine/core"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import type { CampaignReview } from "../../domain/campaigns/CampaignReview.ts"
import { maxParts, smsCost } from "../../domain/messages/smsPrice.ts"
import { showPreciseMoney } from "../format.ts"
import { SendingLink } from "../sending/SendingLink.tsx"
import { useSender } from "../sending/useSender.ts"
import * as words from "../words/campaigns.ts"
import { setPartPrice } from "../words/messages/messageContent.ts"

/** The texts of a campaign as they are written, in all variants and languages. */
const textsOf = ({ variants }: Campaign): ReadonlyArray<string> =>
  variants.flatMap((content) =>
    "text" in content ? [content.text, ...Object.values(content.translations ?? {}).map(({ text }) => text)] : []
  )

/** The highest cost of a campaign's texts: each counts as many parts as the longest text, as written or as a sample shows it. */
export const TextsCost = ({ campaign, review }: { readonly campaign: Campaign; readonly review: CampaignReview }) => {
  const price = useSender().data?.data.sms_part_price
  const people = review.recipients
  if (campaign.channel !== "sms" || people === 0) return null
  const parts = maxParts([...textsOf(campaign), ...review.samples.flatMap(({ preview }) => preview.text ?? [])])
  const cost = price == null ? undefined : smsCost(price, { parts, people })
  return (
    <Text size="sm">
      {cost === undefined
        ? words.textsOfParts(people, parts)
        : words.costOfTexts(showPreciseMoney(cost.amount, cost.currency), people, parts)}{" "}
      {price === null && <SendingLink text={setPartPrice} />}
    </Text>
  )
}
