import { Effect } from "effect"
import { mailTemplate } from "../../src/domain/content/emailBody.ts"
import { mailChecks } from "../../src/domain/content/mailChecks.ts"
import type { Definition } from "../../src/domain/flows/Definition.ts"
import { stepsOf } from "../../src/domain/flows/stepsOf.ts"
import type { TemplateMail } from "../../src/domain/templates/MailTemplate.ts"
import { mailFacts } from "../../src/outbound/email/mailFacts.ts"
import { renderMessage } from "../../src/outbound/templates/renderMessage.ts"
import { cartData, products } from "./content.ts"
import { links } from "./http/links.ts"
import { dueMessage } from "./messages/messages.ts"

const product = {
  ...products.best_sellers[0],
  old_price: 20,
  old_price_amount: "20.00",
  variant: { id: "v1", title: "Large", sku: null }
}
const order = {
  order_id: "1001",
  total: "12.50",
  currency: "GBP",
  line_items: [{ title: "Cup", quantity: 2 }]
}

/** The mail as it is sent to a contact, with data of every trigger. */
export const sentMail = (mail: TemplateMail, data: object = { ...cartData, product, order }) => {
  const rendered = Effect.runSync(
    renderMessage(
      links,
      { ...dueMessage({ subject: mail.subject, body: mailTemplate(mail), data: { ...data } }), products },
      "ada@example.com"
    )
  )
  if (rendered.channel !== "email") throw new Error("no mail")
  return rendered
}

/** What the checklist says against a mail, the account's sender aside. */
export const failedChecks = (mail: TemplateMail) =>
  mailChecks([{ variant: 0, facts: mailFacts(sentMail(mail), mailTemplate(mail)) }], null).filter(
    ({ check, passed }) => !passed && check !== "sender"
  )

/** The mails that a flow sends, by the ids of their steps. */
export const mailsOfFlow = (
  definition: Definition
): ReadonlyArray<{ readonly id: string; readonly mail: TemplateMail }> =>
  stepsOf(definition).flatMap(({ step }) =>
    step.type === "send_email" && step.content !== undefined
      ? [{ id: step.id, mail: { subject: step.subject, preheader: step.preheader ?? "", content: step.content } }]
      : []
  )
