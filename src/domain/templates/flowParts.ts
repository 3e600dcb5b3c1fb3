import type { SendEmail } from "../flows/Step.ts"
import type { TemplateMail } from "./MailTemplate.ts"

/** The step that sends a mail. */
export const email = (id: string, mail: TemplateMail): typeof SendEmail.Type => ({ id, type: "send_email", ...mail })

/** The step that sends a mail about the order or product that started the flow, which needs no consent. */
export const transactional = (id: string, mail: TemplateMail): typeof SendEmail.Type => ({
  ...email(id, mail),
  class: "transactional"
})

export const delay = (id: string, duration: string) => ({ id, type: "delay", duration }) as const

/** Up to once in a span. */
export const after = (duration: string) => ({ type: "after", duration }) as const
