import { Effect } from "effect"
import type { Campaign, CampaignContent } from "../../domain/campaigns/Campaign.ts"
import type { CampaignReview } from "../../domain/campaigns/CampaignReview.ts"
import { htmlOf } from "../../domain/content/emailBody.ts"
import { Language } from "../../domain/languages/Language.ts"
import type { MessagePreview } from "../../domain/flows/MessagePreview.ts"
import { mailFacts } from "../../outbound/email/mailFacts.ts"
import { type FilteredMail, SpamFilter } from "../../outbound/email/SpamFilter.ts"
import { PreviewMessages } from "../messages/PreviewMessages.ts"

/** The languages that samples of a content are shown in: the contact's own alone, null, where there is one. */
const languagesOf = (
  { language, translations = {} }: CampaignContent,
  account: Language | null
): ReadonlyArray<Language | null> => {
  const others = Language.literals.filter((code) => translations[code] !== undefined)
  const own = language ?? account
  if (others.length === 0 || own === null) return [null, ...others]
  return others.includes(own) ? others : [own, ...others]
}

const isSame = (one: MessagePreview, other: MessagePreview): boolean =>
  one.subject === other.subject && one.html === other.html && one.text === other.text

/** Renders the variants of a campaign as a recipient would get them, in each of their languages. `language` is the account's. */
export const makeReviewSamples = Effect.map(PreviewMessages, (previews) =>
  Effect.fnUntraced(function* (
    account: { readonly id: string; readonly language: Language | null },
    { variants, sender_id, link_parameters }: Campaign,
    contact_id: string
  ) {
    const wanted = variants.flatMap((content, variant) =>
      languagesOf(content, account.language).map((language) => ({ content, variant, language }))
    )
    const samples = yield* Effect.forEach(wanted, ({ content, variant, language }) =>
      previews
        .message(account.id, {
          contact_id,
          link_parameters,
          step:
            "text" in content
              ? { id: "campaign", type: "send_sms", ...content }
              : { id: "campaign", type: "send_email", ...(sender_id === null ? {} : { sender_id }), ...content },
          ...(language === null ? {} : { language })
        })
        .pipe(
          Effect.map((preview) => [{ variant, language, contact_id, preview }]),
          // The contact was erased meanwhile.
          Effect.catchTag("NotFound", () => Effect.succeed([]))
        )
    )
    const all = samples.flat()
    // The contact's own sample shows one of the languages: that one is not shown twice.
    return all.filter(
      (sample) =>
        sample.language === null ||
        !all.some(
          (own) => own.language === null && own.variant === sample.variant && isSame(own.preview, sample.preview)
        )
    )
  })
)

/** What the checklist needs of the samples of a campaign of mail, with what the spam filter says of each, where there is one. */
export const makeSampleFacts = Effect.map(SpamFilter, (filter) =>
  Effect.fnUntraced(function* (
    { variants }: Campaign,
    samples: CampaignReview["samples"],
    { from_name, from_email }: Pick<FilteredMail, "from_email"> & { readonly from_name: string | null }
  ) {
    const mails = samples.flatMap(({ variant, language, preview: { subject, html, text } }) => {
      const content = variants[variant]
      if (content === undefined || "text" in content || subject === null || html === null) return []
      const written = language === null ? content : (content.translations?.[language] ?? content)
      return [{ variant, language, subject, html, text: text ?? "", template: htmlOf(written) }]
    })
    const scores = yield* filter.score(
      mails.map(({ subject, html, text }) => ({ subject, html, text, from_name: from_name ?? "", from_email }))
    )
    return mails.map(({ variant, language, template, ...mail }, at) => {
      const spam = scores?.[at]
      return { variant, language, facts: { ...mailFacts(mail, template), ...(spam === undefined ? {} : { spam }) } }
    })
  })
)
