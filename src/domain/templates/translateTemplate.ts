import type { Block } from "../content/Block.ts"
import type { BlocksContent } from "../content/MailDocument.ts"
import type { TextPart, TextRun } from "../content/TextBlock.ts"
import type { ContentLanguages } from "../content/Translations.ts"
import { mapBranches } from "../flows/branchesOf.ts"
import type { Definition } from "../flows/Definition.ts"
import type { Step } from "../flows/Step.ts"
import type { Language } from "../languages/Language.ts"
import type { FlowTemplate } from "./FlowTemplate.ts"
import type { MailTemplate, TemplateMail } from "./MailTemplate.ts"
import { sampleShop } from "./shopAddress.ts"

/** The texts of templates in one language, by the text in English. They name `sampleShop` where a template names the shop. */
export type TemplateTexts = Readonly<Record<string, string>>

type Say = (text: string) => string

/** The text in the language; the same where it has no words. */
const sayIn =
  ({ texts, shop }: Making): Say =>
  (text) => {
    const sample = text.replaceAll(shop, sampleShop)
    const said = Object.hasOwn(texts, sample) ? texts[sample] : undefined
    return said === undefined ? text : said.replaceAll(sampleShop, shop)
  }

const translateRuns = (runs: ReadonlyArray<TextRun>, say: Say) => runs.map((run) => ({ ...run, text: say(run.text) }))

const translatePart = (part: TextPart, say: Say): TextPart =>
  part.type === "list"
    ? { ...part, items: part.items.map(({ runs }) => ({ runs: translateRuns(runs, say) })) }
    : { ...part, runs: translateRuns(part.runs, say) }

const translateBlock = (block: Block, say: Say): Block => {
  switch (block.type) {
    case "text":
      return { ...block, content: block.content.map((part) => translatePart(part, say)) }
    case "button":
      return { ...block, text: say(block.text) }
    case "image":
      return { ...block, alt: say(block.alt) }
    case "products":
    case "cart":
      return block.button === undefined ? block : { ...block, button: say(block.button) }
    case "html":
      return { ...block, html: say(block.html) }
    default:
      return block
  }
}

const translateContent = (content: BlocksContent, say: Say): BlocksContent => ({
  ...content,
  document: { ...content.document, blocks: content.document.blocks.map((block) => translateBlock(block, say)) }
})

/** How a template is made: for a shop, in texts of a language. `stated`: the language that its messages say they are in; undefined for none. */
interface Making {
  readonly shop: string
  readonly texts: TemplateTexts
  readonly stated?: Language | undefined
}

const statedIn = (language: Language | undefined) => (language === undefined ? {} : { language })

const translateSteps = (steps: ReadonlyArray<Step>, making: Making, say: Say): ReadonlyArray<Step> =>
  steps.map((step) => {
    if (step.type === "send_sms") return { ...step, ...statedIn(making.stated), text: say(step.text) }
    if (step.type !== "send_email") return mapBranches(step, (branch) => translateSteps(branch, making, say))
    return {
      ...step,
      ...statedIn(making.stated),
      subject: say(step.subject),
      ...(step.preheader === undefined ? {} : { preheader: say(step.preheader) }),
      ...(step.content === undefined ? {} : { content: translateContent(step.content, say) })
    }
  })

/** A mail of ours in the language of the texts. Pure. */
export const makeMail = (
  { mail }: Pick<MailTemplate, "mail">,
  making: Making
): TemplateMail & Pick<ContentLanguages<unknown>, "language"> => {
  const say = sayIn(making)
  const { subject, preheader, content } = mail(making.shop)
  return {
    ...statedIn(making.stated),
    subject: say(subject),
    preheader: say(preheader),
    content: translateContent(content, say)
  }
}

/** A flow of ours with its messages in the language of the texts. Pure. */
export const makeFlow = ({ definition }: Pick<FlowTemplate, "definition">, making: Making): Definition => {
  const made = definition(making.shop)
  return { ...made, steps: translateSteps(made.steps, making, sayIn(making)) }
}
