import type { BlocksContent } from "../content/MailDocument.ts"

/** A mail as a template makes it: of blocks, with all that it needs to be sent. */
export interface TemplateMail {
  readonly subject: string
  readonly preheader: string
  readonly content: BlocksContent
}

/** A mail to begin with. */
export interface MailTemplate {
  readonly key: string
  readonly name: string
  readonly description: string
  /** The mail of a shop at this address, as of `shopAddress`. Its merge fields are known to every flow and campaign. */
  readonly mail: (shop: string) => TemplateMail
}
