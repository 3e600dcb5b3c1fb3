import type { CampaignContent } from "../../domain/campaigns/Campaign.ts"
import { mailTemplate } from "../../domain/content/emailBody.ts"
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

/** The names of the coupons of a message's templates; `subject` is null for a text. */
export const couponsOfMessage = ({
  subject,
  body
}: {
  readonly subject: string | null
  readonly body: string
}): ReadonlyArray<string> =>
  subject === null
    ? couponNames({ kind: "sms", source: body })
    : [
        ...new Set([
          ...couponNames({ kind: "subject", source: subject }),
          ...couponNames({ kind: "html", source: body })
        ])
      ].toSorted()

/** The names of the coupons of a campaign's variant. */
export const couponsOfContent = (content: CampaignContent): ReadonlyArray<string> =>
  couponsOfMessage(
    "text" in content
      ? { subject: null, body: content.text }
      : { subject: content.subject, body: mailTemplate(content) }
  )
