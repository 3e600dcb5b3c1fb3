import { useEffect, useState } from "react"
import type { TemplateMail } from "../../domain/templates/MailTemplate.ts"
import { mailTemplates } from "../../domain/templates/mailTemplates.ts"
import { sampleShop } from "../../domain/templates/shopAddress.ts"
import * as words from "../words/templates/gallery.ts"
import { Gallery, namesShop, ShopInput, useShop } from "./Gallery.tsx"
import { MailPicture } from "./MailPicture.tsx"

/** The mail that is chosen, `blank` for one that is begun from nothing; undefined while the address of the shop is missing. */
export type MailChoice = TemplateMail | "blank" | undefined

const blank = { key: "blank", name: words.blankMail, description: words.blankMailDescription }

/** The mails that a new one can begin with, each with a picture. */
export const MailGallery = ({ onChoose }: { readonly onChoose: (choice: MailChoice) => void }) => {
  const shop = useShop()
  const [key, setKey] = useState(blank.key)
  const chosen = mailTemplates.find((template) => template.key === key)
  const sample = chosen?.mail(sampleShop)
  const needsShop = namesShop(sample ?? "")
  const { address } = shop
  useEffect(() => {
    if (chosen === undefined) onChoose("blank")
    else onChoose(needsShop && address === undefined ? undefined : chosen.mail(address ?? sampleShop))
  }, [chosen, needsShop, address, onChoose])
  return (
    <>
      <Gallery
        choices={[blank, ...mailTemplates]}
        value={key}
        picture={
          chosen === undefined || sample === undefined ? undefined : (
            <MailPicture name={chosen.name} subject={sample.subject} document={sample.content.document} />
          )
        }
        onChange={setKey}
      />
      {needsShop && <ShopInput shop={shop} />}
    </>
  )
}
