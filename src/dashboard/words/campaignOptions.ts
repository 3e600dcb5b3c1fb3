/** Words of the options of a campaign: links, the better variant, and sending again. */
import type { VariantMeasure } from "../../domain/campaigns/VariantTest.ts"
import { counted } from "./common.ts"

// Parameters of links
export const links = "Links"
export const linkParameters = "Parameters added to links"
export const ofSender = "As set in Settings → Sending"
export const ownParameters = "Other ones for this campaign"
export const noParameters = "None"
export const parameters = "Parameters"
export const parametersHint =
  "At most 10. {channel} is email or sms, {name} the campaign's name. What a link has already is kept."
export const parametersExample = "utm_source=newsletter&utm_medium={channel}&utm_campaign={name}"
export const sampleLink = "https://shop.example/tea"
export const leadsTo = (address: string) => `A link to ${sampleLink} leads to ${address}`

// The better variant
export const sendBetter = "Send most people the better variant"
export const sendBetterHint =
  "A part of the recipients gets the variants in equal shares. The others wait for the one that turns out better."
export const testPercent = "Percent who get them first"
export const measure = "Compare by"
export const measures: Readonly<Record<VariantMeasure, string>> = {
  clicked: "People who clicked",
  ordered: "People who ordered",
  revenue: "Revenue per person"
}
export const waitHours = "Hours to wait"
export const extendHours = "Hours to wait on at most"
export const extendHint = "While no variant is better. After that, the first one goes out."
export const testInWords = (percent: number, wait: number, extend: number) =>
  `${percent}% get the variants. After ${counted(wait, "hour")} the others get the better one${
    extend === 0
      ? ", or Variant A if none is."
      : `; if none is, at the latest ${counted(extend, "hour")} later Variant A.`
  }`
export const better = "The better variant"
export const testRuns = (waiting: string) => `The variants are going out. ${waiting}`
export const othersWait = (count: number) => `${counted(count, "contact")} wait for the better one.`
export const looksAt = (time: string) => `They are compared at ${time}.`
export const noneBetterYet = (time: string) => `No variant is better yet. They are compared again at ${time}.`
const certainty = (probability: number) =>
  `${(Math.min(probability, 0.999) * 100).toLocaleString(undefined, { maximumFractionDigits: 1 })}%`
export const wasBetter = (name: string, probability: number, figures: string) =>
  `${name} did better, with a probability of ${certainty(probability)}: ${figures}. It went to the others.`
export const noneWasBetter = (name: string, figures: string) =>
  `No variant was clearly better within the wait, so ${name} went to the others: ${figures}.`
export const nothingHappened = "nobody had done it"
export const leads = (name: string, probability: number, figures: string) =>
  `${name} is ahead, with a probability of ${certainty(probability)}: ${figures}.`
const done: Readonly<Record<VariantMeasure, string>> = { clicked: "clicked", ordered: "ordered", revenue: "ordered" }
export const figuresOf = (
  measured: VariantMeasure,
  name: string,
  { people, count, revenue }: { readonly people: number; readonly count: number; readonly revenue: string | null }
) =>
  `${name}: ${count.toLocaleString()} of ${people.toLocaleString()} ${done[measured]}${revenue === null ? "" : `, ${revenue}`}`

// Sending again
export const sendAgain = "Send again"
export const sendAgainSwitch = "Send again to those who didn't click"
export const sendAgainHint =
  "Once, to people who got this e-mail, didn't click, and may still be written to. It becomes a campaign of its own, which you can cancel. Not for e-mail with translations: the new subject has one language."
export const daysAfter = "Days after the campaign has ended"
export const itsSubject = "Subject when sent again"
export const againInWords = (days: number, subject: string) => `After ${counted(days, "day")}, as “${subject}”`
export const ofThose = "Who got this campaign and didn't click:"
export const firstCampaign = "The first campaign"
export const againCampaign = "Sent again as"
export const openIt = "Open"

// What was clicked
export const linksClicked = "Links clicked"
export const linksClickedHint = "By people, each once a variant. The first hundred."
export const link = "Link"
export const people = "People"
export const noClicks = "No clicks yet"
export const rate = (count: string, percent: string) => `${count} (${percent})`
