import { useEffect, useState } from "react"
import type { SavedTemplate } from "../../domain/templates/SavedTemplate.ts"
import type { TemplateMail } from "../../domain/templates/MailTemplate.ts"
import { mailTemplates } from "../../domain/templates/mailTemplates.ts"
import { sampleShop } from "../../domain/templates/shopAddress.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import * as words from "../words/templates/gallery.ts"
import * as savedWords from "../words/templates/saved.ts"
import { Gallery, namesShop, ShopInput, useShop } from "./Gallery.tsx"
import { MailPicture } from "./MailPicture.tsx"
import { OwnTemplate } from "./OwnTemplate.tsx"
import { useSavedTemplate, useSavedTemplates } from "./savedTemplates.ts"

/** A mail to begin with. */
export type ChosenMail = Omit<TemplateMail, "preheader"> & Partial<Pick<TemplateMail, "preheader">>

/** The mail that is chosen, `blank` for one that is begun from nothing; undefined while the address of the shop is missing, or it is read. */
export type MailChoice = ChosenMail | "blank" | undefined

const blank = { key: "blank", name: words.blankMail, description: words.blankMailDescription }

const mailOfSaved = ({ subject, preheader, content }: SavedTemplate): MailChoice => ({
  subject: subject ?? "",
  ...(preheader === null ? {} : { preheader }),
  content
})

/** The mails that a new one can begin with, the account's own first, each with a picture. */
export const MailGallery = ({ onChoose }: { readonly onChoose: (choice: MailChoice) => void }) => {
  const shop = useShop()
  const [key, setKey] = useState(blank.key)
  const own = useSavedTemplates("mail")
  const isOwn = own.data?.some(({ id }) => id === key) === true
  const saved = useSavedTemplate(isOwn ? key : undefined)
  const ours = mailTemplates.find((template) => template.key === key)
  const sample = ours?.mail(sampleShop)
  const needsShop = namesShop(sample ?? "")
  const { address } = shop
  const { data } = saved
  useEffect(() => {
    if (isOwn) onChoose(data === undefined ? undefined : mailOfSaved(data))
    else if (ours === undefined) onChoose("blank")
    else onChoose(needsShop && address === undefined ? undefined : ours.mail(address ?? sampleShop))
  }, [isOwn, data, ours, needsShop, address, onChoose])
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
      {needsShop && <ShopInput shop={shop} />}
    </>
  )
}
