import type { CampaignContent } from "../../domain/campaigns/Campaign.ts"
import { type MadeMessage, makeMessage } from "../../domain/content/messageContents.ts"
import type { NewMessage } from "../../domain/messages/Message.ts"
import type { Template } from "../../domain/messages/Template.ts"
import { variablesOf } from "./Template.ts"

/** The names of the coupons whose codes a template shows, each once. None for a template that is no Liquid. */
export const couponNames = ({ kind, source }: Omit<Template, "field">): ReadonlyArray<string> =>
  // Most templates show none, and are not parsed for it.
  source.includes("coupon")
    ? [
        ...new Set(
          variablesOf(kind, source).flatMap(([root, name]) =>
            root === "coupon" && typeof name === "string" ? [name] : []
          )
        )
      ].toSorted()
    : []

const couponsOfTemplates = ({ subject, body }: Pick<MadeMessage, "subject" | "body">): ReadonlyArray<string> =>
  subject === null
    ? couponNames({ kind: "sms", source: body })
    : [...couponNames({ kind: "subject", source: subject }), ...couponNames({ kind: "html", source: body })]

/** The names of the coupons of a message's templates in all languages; `subject` is null for a text. */
export const couponsOfMessage = (message: Pick<MadeMessage, "subject" | "body"> & Pick<NewMessage, "contents">) =>
  [
    ...new Set([
      ...couponsOfTemplates(message),
      ...Object.values(message.contents?.translations ?? {}).flatMap(couponsOfTemplates)
    ])
  ].toSorted()

/** The names of the coupons of a campaign's variant. */
export const couponsOfContent = (content: CampaignContent): ReadonlyArray<string> =>
  couponsOfMessage(makeMessage(content))
