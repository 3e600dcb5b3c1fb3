import { linkWords, type MessageLanguage } from "../../domain/languages/messageWords.ts"
import type { SenderProfile } from "../../domain/senders/SenderProfile.ts"
import { escapeHtml } from "../../domain/values/escapeHtml.ts"
import { htmlTokens, isRawElement } from "./htmlTokens.ts"
import { darkColors, lightColors, readableColor } from "../../domain/values/mailColors.ts"

/** The parts that the layout adds around the content. `unsubscribe` is null in mail that cannot be unsubscribed from. */
export interface ShellParts {
  readonly subject: string
  /** Hidden HTML that stands first. */
  readonly preheader?: string
  readonly name: string
  readonly sender: Pick<SenderProfile, "logo_url" | "color" | "postal_address">
  readonly language: MessageLanguage
  readonly links: { readonly unsubscribe: string | null; readonly preferences: string }
}

/** Whether HTML is a whole document, which the layout must not be put around. */
export const isWholeDocument = (html: string): boolean => {
  for (const token of htmlTokens(html))
    if (token.type === "open" && (token.name === "html" || token.name === "body")) return true
  return false
}

const closedComment = /^<!--(?:-?|[^]*--!?)>$/

/** The text that closes a comment or raw element that HTML ends in, because it would hide all that follows. */
const closing = (html: string): string => {
  let raw = ""
  let end = ""
  for (const token of htmlTokens(html)) {
    if (token.type === "open") raw = isRawElement(token.name) ? token.name : ""
    else if (token.type !== "raw") raw = ""
    if (token.type === "comment" && token.to === html.length) {
      const text = html.slice(token.from)
      if (!text.startsWith("<!--")) end = text.endsWith(">") ? "" : ">"
      else if (!closedComment.test(text)) end = "-->"
    }
  }
  return raw === "" ? end : `</${raw}>`
}

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

// A link with a colour or a background of its own keeps it: it stands on what its author chose. Where a client does not know the selector, the link
// keeps the colour of the light scheme.
const ownLink = `.shell-text a:not([style*="color"])`

// Mail clients drop or rewrite much of a style sheet, so everything that must hold is inline; the sheet adds the dark scheme and
// narrow screens. `data-ogsc` and `data-ogsb` are how Outlook.com marks its dark scheme.
const makeSheet = (color: string | null): string => {
  const link = readableColor(color, darkColors.card, darkColors.accent)
  const dark = (prefix: string) =>
    [
      [".shell-page", `background-color:${darkColors.page}`],
      [".shell-card", `background-color:${darkColors.card}`],
      [".shell-text", `color:${darkColors.text}`],
      [ownLink, `color:${link}`],
      [".shell-button", `background-color:${darkColors.accent}`],
      [".shell-button a", `color:${darkColors.card}`],
      [".shell-muted", `color:${darkColors.muted}`],
      [".shell-muted a", `color:${darkColors.muted}`]
    ]
      .map(([selector = "", rule = ""]) => `${prefix}${selector}{${rule}!important}`)
      .join("")
  return [
    ":root{color-scheme:light dark;supported-color-schemes:light dark}",
    "body{margin:0;padding:0;width:100%;-webkit-text-size-adjust:100%}",
    "img{border:0;max-width:100%;height:auto}",
    `.shell-text a{color:${readableColor(color, lightColors.card, lightColors.accent)}}`,
    "@media (max-width:480px){.shell-pad{padding-left:20px!important;padding-right:20px!important}.shell-page{padding:0!important}.shell-column{display:block!important;max-width:100%!important}}",
    "@media (min-width:481px){.shell-2{width:50%!important}.shell-3{width:33.33%!important}.shell-4{width:25%!important}}",
    `@media (prefers-color-scheme:dark){${dark("")}}`,
    dark("[data-ogsc] "),
    dark("[data-ogsb] ")
  ].join("\n")
}

// Of the colour of the latest mail: mails of an account follow each other.
let latest = { color: "", sheet: makeSheet(null) }

const sheet = (color: string | null): string => {
  if (latest.color !== (color ?? "")) latest = { color: color ?? "", sheet: makeSheet(color) }
  return latest.sheet
}

// Outlook for Windows renders with Word: it needs its own resolution, a table of fixed width, and fonts that it knows.
const outlookHead = `<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>table{border-collapse:collapse}td,p,a,li,h1,h2,h3{font-family:Arial,sans-serif!important}</style><![endif]-->`
const outlookOpen = `<!--[if mso]><table role="presentation" width="640" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`
const outlookClose = `<!--[if mso]></td></tr></table><![endif]-->`

const table = `role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`

const header = ({ name, sender: { logo_url } }: ShellParts): string =>
  logo_url === null
    ? `<p style="margin:0;${font};font-size:20px;line-height:28px;font-weight:600">${escapeHtml(name)}</p>`
    : `<img src="${escapeHtml(logo_url)}" alt="${escapeHtml(name)}" width="160" style="display:block;border:0;width:160px;max-width:100%;height:auto;${font};font-size:20px;font-weight:600">`

const footer = ({ name, sender: { postal_address }, links, language }: ShellParts): string => {
  const words = linkWords(language)
  const anchor = (href: string, words: string) =>
    `<a href="${escapeHtml(href)}" style="color:${lightColors.muted};text-decoration:underline">${words}</a>`
  return [
    escapeHtml(name),
    ...(postal_address === null ? [] : [escapeHtml(postal_address).replace(/\r\n?|\n/g, "<br>")]),
    [
      ...(links.unsubscribe === null ? [] : [anchor(links.unsubscribe, words.unsubscribe)]),
      anchor(links.preferences, words.preferences)
    ].join(" &nbsp;·&nbsp; ")
  ].join("<br>")
}

/**
 * Lays HTML out as a mail of at most 640 px: logo or name, the account's colour, the content, name and postal address, links to
 * unsubscribe; with a dark scheme. The content stands in it unchanged. Pure.
 */
export const mailShell = (content: string, parts: ShellParts): string => {
  const { color } = parts.sender
  const { content: contentLanguage, words } = parts.language
  const band = color ?? lightColors.accent
  return `<!doctype html>
<html${contentLanguage === null ? "" : ` lang="${contentLanguage}"`} xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(parts.subject)}</title>
${outlookHead}
<style>
${sheet(color)}
</style>
</head>
<body class="shell-page" style="margin:0;padding:0;background-color:${lightColors.page}">
${parts.preheader ?? ""}<table ${table} class="shell-page" bgcolor="${lightColors.page}" style="background-color:${lightColors.page}"><tr><td align="center" class="shell-page" style="padding:24px 12px">
${outlookOpen}
<table ${table} style="max-width:640px">
<tr><td height="4" style="height:4px;line-height:4px;font-size:4px;background-color:${band}">&nbsp;</td></tr>
<tr><td dir="auto" class="shell-card shell-text shell-pad" bgcolor="${lightColors.card}" style="padding:28px 40px 0;background-color:${lightColors.card};color:${lightColors.text}">${header(parts)}</td></tr>
<tr><td dir="auto" class="shell-card shell-text shell-pad" bgcolor="${lightColors.card}" style="padding:20px 40px 32px;background-color:${lightColors.card};color:${lightColors.text};${font};font-size:16px;line-height:1.5;mso-line-height-alt:24px;overflow-wrap:break-word;word-break:break-word">
${content}${closing(content)}
</td></tr>
<tr><td dir="auto"${words === contentLanguage ? "" : ` lang="${words}"`} align="center" class="shell-muted shell-pad" style="padding:20px 40px 28px;color:${lightColors.muted};${font};font-size:13px;line-height:20px">${footer(parts)}</td></tr>
</table>
${outlookClose}
</td></tr></table>
</body>
</html>`
}

/** The end of the plain-text part, which says what the layout's footer says. */
export const shellText = (content: string, { name, sender: { postal_address }, links, language }: ShellParts): string =>
  [
    content,
    "",
    "-- ",
    name,
    ...(postal_address === null ? [] : [postal_address.replace(/\r\n?/g, "\n")]),
    ...(links.unsubscribe === null ? [] : [`${linkWords(language).unsubscribe}: ${links.unsubscribe}`]),
    `${linkWords(language).preferences}: ${links.preferences}`
  ].join("\n")
