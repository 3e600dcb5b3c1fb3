import { Schema } from "effect"
import { text } from "../values/Text.ts"
import { hasOtherLiquid, mergeHtml } from "./mergeText.ts"

/** The longest preheader as it is typed. */
export const maxPreheader = 300

/** The words that mailboxes show after the subject, with outputs as in the subject. */
export const Preheader = text(maxPreheader).check(
  Schema.makeFilter(
    (typed: string) => !hasOtherLiquid(typed) || "Can only use outputs, such as {{ contact.first_name }}"
  )
)

// No other HTML of ours begins so.
const opening = `<div class="mail-preheader" style="display:none;max-height:0;overflow:hidden;mso-hide:all">`
const closing = "</div>\n"

/** Spaces that are not shown: without them mailboxes go on with the first words of the mail. */
const filling = "&#8199;&#65279;&#847; ".repeat(60)

/** The template of a mail's HTML: its preheader stands hidden before the rest. Pure. */
export const withPreheader = (preheader: string | undefined, html: string): string =>
  preheader === undefined || preheader.trim() === ""
    ? html
    : `${opening}${mergeHtml(preheader.trim().replace(/\s+/g, " "))}${closing}${html}`

/** Rendered HTML of `withPreheader` by its parts. `words` is HTML; both are empty without a preheader. Pure. */
export const splitPreheader = (
  html: string
): { readonly words: string; readonly hidden: string; readonly rest: string } => {
  const end = html.startsWith(opening) ? html.indexOf(closing) : -1
  if (end < 0) return { words: "", hidden: "", rest: html }
  const words = html.slice(opening.length, end).trim()
  const rest = html.slice(end + closing.length)
  return { words, hidden: words === "" ? "" : `${opening}${words}${filling}${closing}`, rest }
}

/** The words of the preheader in the HTML of a mail, as HTML; undefined for a mail without one. Pure. */
export const shownPreheader = (html: string): string | undefined => {
  const at = html.indexOf(opening)
  const end = at < 0 ? -1 : html.indexOf(filling, at)
  return end < 0 ? undefined : html.slice(at + opening.length, end)
}
