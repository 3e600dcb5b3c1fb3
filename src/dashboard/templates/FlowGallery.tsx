import { useEffect, useState } from "react"
import type { Definition } from "../../domain/flows/Definition.ts"
import type { Step } from "../../domain/flows/Step.ts"
import { stepsOf } from "../../domain/flows/stepsOf.ts"
import { blankDefinition, flowTemplates } from "../../domain/templates/flowTemplates.ts"
import { sampleShop } from "../../domain/templates/shopAddress.ts"
import { makeFlow } from "../../domain/templates/translateTemplate.ts"
import * as words from "../words/flows/flows.ts"
import { beginWith } from "../words/templates/gallery.ts"
import { Gallery, namesShop, ShopInput, useShop } from "./Gallery.tsx"
import { MailPicture } from "./MailPicture.tsx"
import { TemplateLanguage, useTemplateLanguage } from "./TemplateLanguage.tsx"

const choices = [
  {
    key: "blank",
    name: words.blankFlow,
    description: words.blankFlowDescription,
    definition: (): Definition => blankDefinition
  },
  ...flowTemplates
]

/** The template that a new flow begins with; it has no definition while the address of the shop is missing. */
export interface FlowChoice {
  /** The name of the template; empty for a blank flow. */
  readonly name: string
  readonly definition: Definition | undefined
}

const FirstMail = ({ name, definition }: { readonly name: string; readonly definition: Definition }) => {
  const mail = stepsOf(definition)
    .map(({ step }) => step)
    .find((step) => step.type === "send_email")
  return mail?.type !== "send_email" || mail.content === undefined ? null : (
    <MailPicture name={name} subject={mail.subject} document={mail.content.document} />
  )
}

/** The flows that a new one can begin with, each with a picture of its first mail. */
export const FlowGallery = ({ onChoose }: { readonly onChoose: (choice: FlowChoice) => void }) => {
  const shop = useShop()
  const [key, setKey] = useState("blank")
  const chosen = choices.find((choice) => choice.key === key)
  const language = useTemplateLanguage()
  const { texts, stated } = language
  const sample =
    chosen === undefined || texts === undefined
      ? blankDefinition
      : makeFlow(chosen, { texts, shop: sampleShop, stated })
  const needsShop = namesShop(sample)
  const { address } = shop
  useEffect(() => {
    const isReady = chosen !== undefined && texts !== undefined && (!needsShop || address !== undefined)
    const made = isReady ? makeFlow(chosen, { texts, shop: address ?? sampleShop, stated }) : undefined
    onChoose({ name: key === "blank" ? "" : (chosen?.name ?? ""), definition: made })
  }, [chosen, key, needsShop, address, texts, stated, onChoose])
  const has = (...types: ReadonlyArray<Step["type"]>) => stepsOf(sample).some(({ step }) => types.includes(step.type))
  return (
    <>
      <Gallery
        label={beginWith}
        choices={choices}
        value={key}
        picture={has("send_email") ? <FirstMail name={chosen?.name ?? ""} definition={sample} /> : undefined}
        onChange={setKey}
      />
      {has("send_email", "send_sms") && <TemplateLanguage chosen={language} />}
      {needsShop && <ShopInput shop={shop} />}
    </>
  )
}
