const gone =
  "script, noscript, iframe, frame, object, embed, link, meta, base, form, input, button, audio, video, svg, math"

// The page's policy lets style elements in by their nonce and style attributes not at all, so these become rules.
const styled = (shown: Document): string => {
  const rules: Array<string> = []
  for (const element of shown.querySelectorAll("[data-style]")) {
    rules.push(`[data-styled="${rules.length}"] { ${element.getAttribute("data-style")?.replace(/[{}<]/g, "") ?? ""} }`)
    element.setAttribute("data-styled", String(rules.length - 1))
    element.removeAttribute("data-style")
  }
  return rules.join("\n")
}

// Even a document that is never shown complains of what the policy refuses, so it is renamed before it is read.
const harmless = (html: string): string =>
  html
    .replace(/<(\/?)style\b/gi, "<$1mail-style")
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/([\s/"'])(style|on[a-z]+)\s*=/gi, "$1 data-$2="))

const quiet =
  "body { font: 15px/1.5 system-ui, sans-serif; margin: 16px; color: #1a1b1e; background: #fff; overflow-wrap: anywhere }"

/**
 * Rendered e-mail for a frame without scripts: nothing in it is run, loaded or sent. Pictures are shown by their text, links
 * tell where they lead, because following one would count as the contact's click.
 */
export const mailDocument = (html: string, nonce: string): string => {
  const shown = new DOMParser().parseFromString(harmless(html), "text/html")
  const sheets = [...shown.querySelectorAll("mail-style")].map(({ textContent }) => textContent)
  for (const element of shown.querySelectorAll(`mail-style, ${gone}`)) element.remove()
  for (const picture of shown.querySelectorAll("img, picture, source")) {
    const word = picture.getAttribute("alt") ?? ""
    picture.replaceWith(word === "" ? "" : `[${word}]`)
  }
  for (const element of shown.querySelectorAll("*")) {
    for (const name of element.getAttributeNames()) {
      if (name === "href") element.setAttribute("title", element.getAttribute(name) ?? "")
      if (/^on|^(href|src|srcset|background|action|style|ping|target)$/i.test(name)) element.removeAttribute(name)
    }
  }
  for (const anchor of shown.querySelectorAll("a")) anchor.setAttribute("data-link", "")
  const rules = [quiet, "[data-link] { color: #364fc7; text-decoration: underline }", ...sheets, styled(shown)]
    .join("\n")
    .replace(/@import[^;]*;?|url\([^)]*\)/gi, "")
    .replace(/<\//g, "")
  const title = "<title>Message</title>"
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${title}<style nonce="${nonce}">${rules}</style></head>${shown.body.outerHTML}</html>`
}
