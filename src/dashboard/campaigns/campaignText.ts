import type { CampaignContent, ListedCampaign } from "../../domain/campaigns/Campaign.ts"
import { Language } from "../../domain/languages/Language.ts"
import * as words from "../words/campaigns.ts"
import { languageNames } from "../words/content/languages.ts"

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

/** The part of the form that a fault belongs to, such as `Variant B, German, block 2`. */
export const placeOfFault = (field: string, variants: number): string => {
  const [root = "", at = "", ...path] = field.split(".")
  if (root !== "variants") return words.places[root] ?? field
  const isTranslated = path[0] === "translations"
  const language = isTranslated ? Language.literals.find((code) => code === path[1]) : undefined
  const [member = ""] = isTranslated ? path.slice(2) : path
  const block = /\.blocks\.(\d+)/.exec(field)?.[1]
  return [
    variants === 1 ? words.content : variantName(Number(at)),
    language === undefined ? "" : languageNames[language],
    block === undefined ? (words.parts[member] ?? member) : words.blockAt(Number(block) + 1)
  ]
    .filter((part) => part !== "")
    .join(", ")
}

/** The content as a step of a flow, which previews take. */
export const stepOf = (content: CampaignContent, sender_id: string | null) =>
  "text" in content
    ? ({ id: "campaign", type: "send_sms", ...content } as const)
    : ({ id: "campaign", type: "send_email", ...(sender_id === null ? {} : { sender_id }), ...content } as const)
