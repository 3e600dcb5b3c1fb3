import { decodeHTML } from "entities"
import { shownPreheader } from "../../domain/content/preheader.ts"

/** The preheader of a mail as mailboxes show it; undefined for a mail without one. */
export const preheaderText = (html: string): string | undefined => {
  const words = shownPreheader(html)
  return words === undefined ? undefined : decodeHTML(words)
}
