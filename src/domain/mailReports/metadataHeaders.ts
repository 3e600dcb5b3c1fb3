import { reportForms } from "./reportForms.ts"

/**
 * The headers by which a provider's reports name the message, also where the provider replaces `Message-ID`. Empty for a mail server that is no
 * provider's, so that no other server sees them. Pure.
 */
export const metadataHeaders = (host: string | null, message_id: string): Readonly<Record<string, string>> =>
  Object.values(reportForms)
    .find(({ messageHeader }) => host !== null && messageHeader?.host.test(host.toLowerCase()) === true)
    ?.messageHeader?.of(message_id) ?? {}
