import type { MessageRef } from "../../domain/messages/Message.ts"
import { escapeHtml } from "../../domain/values/escapeHtml.ts"
import type { Links } from "./Links.ts"

/** The address that a hidden link is signed with. */
export const hiddenAddress = "hidden"

/**
 * HTML of a link that no person sees, has read out or reaches by keyboard: only software follows it, and its click shows the other clicks
 * of the same moment to be software's too. Add it after the text part is made, and outside of everything that readers see.
 */
export const hiddenLink = (links: Links["Service"], { account_id, message_id }: MessageRef): string => {
  const address = escapeHtml(links.sign("click", [account_id, message_id, hiddenAddress]))
  return `<a href="${address}" style="display:none" aria-hidden="true" tabindex="-1"></a>`
}
