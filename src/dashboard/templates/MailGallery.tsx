import { useEffect, useState } from "react"
import type { ContentLanguages, WrittenEmail } from "../../domain/content/Translations.ts"
import type { Language } from "../../domain/languages/Language.ts"
import type { SavedTemplate } from "../../domain/templates/SavedTemplate.ts"
import type { TemplateMail } from "../../domain/templates/MailTemplate.ts"
import { mailTemplates } from "../../domain/templates/mailTemplates.ts"
import { sampleShop } from "../../domain/templates/shopAddress.ts"
import { makeMail } from "../../domain/templates/translateTemplate.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import * as words from "../words/templates/gallery.ts"
import * as savedWords from "../words/templates/saved.ts"
import { Gallery, namesShop, ShopInput, useShop } from "./Gallery.tsx"
import { MailPicture } from "./MailPicture.tsx"
import { OwnTemplate } from "./OwnTemplate.tsx"
import { useSavedTemplate, useSavedTemplates } from "./savedTemplates.ts"
import { TemplateLanguage, useTemplateLanguage } from "./TemplateLanguage.tsx"

/** A mail to begin with. */
export type ChosenMail = Omit<TemplateMail, "preheader"> &
  Partial<Pick<TemplateMail, "preheader">> &
  ContentLanguages<WrittenEmail>

/** The mail that is chosen, `blank` for one that is begun from nothing; undefined while the address of the shop is missing, or it is read. */
export type MailChoice = ChosenMail | "blank" | undefined

const blank = { key: "blank", name: words.blankMail, description: words.blankMailDescription }

const mailOfSaved = ({ subject, preheader, content, language, translations }: SavedTemplate): MailChoice => ({
  subject: subject ?? "",
  ...(preheader === null ? {} : { preheader }),
  content,
  ...(language === undefined ? {} : { language }),
  ...(translations === undefined ? {} : { translations })
})

/** The mails that a new one can begin with, the account's own first, each with a picture. */
export const MailGallery = (props: {
  /** The language of the mail that is written; without it, the account's. */
  readonly language?: Language | undefined
  readonly onChoose: (choice: MailChoice) => void
}) => {
  const { onChoose } = props
  const shop = useShop()
  const [key, setKey] = useState(blank.key)
  const own = useSavedTemplates("mail")
  const isOwn = own.data?.some(({ id }) => id === key) === true
  const saved = useSavedTemplate(isOwn ? key : undefined)
  const ours = mailTemplates.find((template) => template.key === key)
  const language = useTemplateLanguage(props.language)
  const { texts, stated } = language
  const sample =
    ours === undefined || texts === undefined ? undefined : makeMail(ours, { texts, shop: sampleShop, stated })
  const needsShop = namesShop(sample ?? "")
  const { address } = shop
  const { data } = saved
  useEffect(() => {
    if (isOwn) onChoose(data === undefined ? undefined : mailOfSaved(data))
    else if (ours === undefined) onChoose("blank")
    else if (texts === undefined || (needsShop && address === undefined)) onChoose(undefined)
    else onChoose(makeMail(ours, { texts, shop: address ?? sampleShop, stated }))
  }, [isOwn, data, ours, needsShop, address, texts, stated, onChoose])
  const picture =
    isOwn && data !== undefined ? (
      <OwnTemplate key={data.id} template={data} onRemoved={() => setKey(blank.key)} />
    ) : ours !== undefined && sample !== undefined ? (
      <MailPicture name={ours.name} subject={sample.subject} document={sample.content.document} />
    ) : undefined
  return (
    <>
      {own.isError && <ErrorAlert error={own.error} retry={() => void own.refetch()} />}
      {saved.isError && <ErrorAlert error={saved.error} retry={() => void saved.refetch()} />}
      <Gallery
        label={words.beginWith}
        choices={[
          blank,
          ...(own.data ?? []).map(({ id, name }) => ({ key: id, name, description: savedWords.yours })),
          ...mailTemplates
        ]}
        value={key}
        picture={picture}
        onChange={setKey}
      />
      {ours !== undefined && <TemplateLanguage chosen={language} />}
      {needsShop && <ShopInput shop={shop} />}
    </>
  )
}
