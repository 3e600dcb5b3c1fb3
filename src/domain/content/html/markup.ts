import { addressVariable } from "../ContentAddress.ts"
import { mergeHtml } from "../mergeText.ts"
import { backgroundPadding } from "./Place.ts"

/** The attributes of a table that only lays out. */
export const layoutTable = `role="presentation" cellpadding="0" cellspacing="0" border="0"`

/** A style of the declarations that there are. */
export const styleOf = (...declarations: ReadonlyArray<string | undefined>): string =>
  declarations.filter((one) => one !== undefined && one !== "").join(";")

/** HTML that only Outlook for Windows reads, which lays out by tables alone. */
export const outlookOnly = (html: string): string => `<!--[if mso]>${html}<![endif]-->`

/**
 * HTML that needs an address, with `otherwise` in its place where there is none. An address that is a variable is looked at when the message is
 * rendered: one that is empty or has no scheme counts as none.
 */
export const withAddress = (address: string, html: (attribute: string) => string, otherwise = ""): string => {
  if (address === "") return otherwise
  const variable = addressVariable(address)
  const found = html(mergeHtml(address))
  if (variable === undefined) return found
  return `{% if ${variable} contains "://" %}${found}${otherwise === "" ? "" : `{% else %}${otherwise}`}{% endif %}`
}

/**
 * A block as a table of one cell, across its place. A background is also an attribute, which old clients read, and has room around what stands on
 * it.
 */
export const cell = (
  html: string,
  options: { readonly style?: string; readonly background: string | undefined; readonly attributes?: string }
): string => {
  const { style, background, attributes = "" } = options
  const padding = background === undefined ? "padding:8px 0" : `padding:${backgroundPadding}px`
  const behind = background === undefined ? undefined : `background-color:${background}`
  const color = background === undefined ? "" : ` bgcolor="${background}"`
  return `<table ${layoutTable} width="100%"><tr><td${attributes}${color} style="${styleOf(padding, behind, style)}">${html}</td></tr></table>`
}
