import { mediaFileName } from "../../domain/media/mediaAddress.ts"
import { documentTitle } from "../words/messages/messageContent.ts"

// Elements that load or run something, and elements whose text some parsers read as markup and others do not.
const removedElements =
  "script, noscript, iframe, frame, object, embed, link, meta, base, form, input, button, audio, video, svg, math, template, noembed, noframes, xmp, plaintext, title"

// The page's policy allows style elements with the nonce and no style attributes, so attributes become rules.
const rulesOfStyleAttributes = (parsed: Document): string => {
  const rules: Array<string> = []
  const { style } = document.createElement("p")
  for (const element of parsed.querySelectorAll("[data-style]")) {
    // Serialized by the browser, so that an unclosed quote or bracket can't swallow the next rule.
    style.cssText = element.getAttribute("data-style") ?? ""
    // As strong as an attribute is: above every rule of a sheet but its important ones.
    rules.push(`:is(#inline#inline, [data-styled="${rules.length}"]) { ${style.cssText} }`)
    element.setAttribute("data-styled", String(rules.length - 1))
    element.removeAttribute("data-style")
  }
  return rules.join("\n")
}

// Renames styles and event handlers before parsing, because the browser reports policy violations even in a document that is
// never parsed. The content of `noembed` is raw text, like that of `style`.
const withoutStyles = (html: string): string =>
  html
    .replace(/<(\/?)style\b/gi, (_, slash: string) => (slash === "" ? "<noembed data-sheet" : "</noembed"))
    .replace(/<[a-z][^>]*(?:>|$)/gi, (tag) => tag.replace(/([\s/"'])(style|src|srcset|on[a-z]+)\s*=/gi, "$1 data-$2="))

// Replaces instead of removing, because the pieces around a removal could join into the removed text again. Escaped as `\3c `,
// no `<` can end the style element.
const inertRules = (rules: string): string =>
  rules.replace(/<|@import|url\(/gi, (match) => (match === "<" ? "\\3c " : match === "@import" ? "@none" : "none("))

/** The colour scheme that a reader's device asks for. */
export type ColorScheme = "light" | "dark"

// The choice of the preview instead of the browser's.
const inScheme = (rules: string, scheme: ColorScheme): string =>
  rules.replace(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi, (_, asked: string) =>
    asked.toLowerCase() === scheme ? "(min-width: 0px)" : "(max-width: 0px)"
  )

/** Where pictures of the service's own media library are. */
const ownPictures = () => `${window.location.origin}/m/`

/** Where a picture is loaded from: over https, or of the library from the page's own origin, which a service on one machine has without https. */
const pictureAddress = (address: string): string | undefined => {
  if (/^https:\/\//i.test(address)) return address
  const file = mediaFileName(address)
  return file === undefined ? undefined : `${ownPictures()}${file}`
}

const baseRules =
  "body { font: 15px/1.5 system-ui, sans-serif; margin: 16px; color: #1a1b1e; background: #fff; overflow-wrap: anywhere }"

/**
 * A document of a rendered e-mail for a sandboxed frame: it runs and sends nothing, and loads pictures alone, over https or of the own media library, without telling from where. The browser parses the e-mail once,
 * elements and attributes are removed from the parsed tree, and the document's policy allows only its own style sheets. Other
 * images become their alternative text. Links keep their target as a tooltip only, because following one counts as the contact's click.
 */
export const emailDocument = (html: string, nonce: string, scheme: ColorScheme): string => {
  const parsed = new DOMParser().parseFromString(withoutStyles(html), "text/html")
  const sheets = [...parsed.querySelectorAll("noembed[data-sheet]")].map(({ textContent }) => textContent)
  for (const element of parsed.querySelectorAll(removedElements)) element.remove()
  for (const picture of parsed.querySelectorAll("img, picture, source")) {
    const address =
      picture instanceof HTMLImageElement ? pictureAddress(picture.getAttribute("data-src") ?? "") : undefined
    if (address !== undefined) {
      picture.setAttribute("data-src", address)
      continue
    }
    const alternative = picture.getAttribute("alt") ?? ""
    picture.replaceWith(alternative === "" ? "" : `[${alternative}]`)
  }
  for (const element of parsed.querySelectorAll("*")) {
    for (const name of element.getAttributeNames()) {
      if (name === "href") element.setAttribute("title", element.getAttribute(name) ?? "")
      if (/^on|^(href|src|srcset|background|action|style|ping|target)$/i.test(name)) element.removeAttribute(name)
    }
  }
  for (const picture of parsed.querySelectorAll("img")) {
    picture.setAttribute("src", picture.getAttribute("data-src") ?? "")
    picture.removeAttribute("data-src")
    picture.setAttribute("referrerpolicy", "no-referrer")
  }
  for (const anchor of parsed.querySelectorAll("a")) anchor.setAttribute("data-link", "")
  const rules = [
    baseRules,
    "[data-link] { color: #364fc7; text-decoration: underline }",
    ...sheets,
    rulesOfStyleAttributes(parsed)
  ]
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src https: ${ownPictures()}; style-src 'nonce-${nonce}'">`
  const styles = rules.map((sheet) => `<style nonce="${nonce}">${inertRules(inScheme(sheet, scheme))}</style>`).join("")
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${policy}<title>${documentTitle}</title>${styles}</head>${parsed.body.outerHTML}</html>`
}
