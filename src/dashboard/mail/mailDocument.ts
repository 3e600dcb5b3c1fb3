// Elements that load or run something, and those whose text is no markup to one reader and markup to the next.
const gone =
  "script, noscript, iframe, frame, object, embed, link, meta, base, form, input, button, audio, video, svg, math, template, noembed, noframes, xmp, plaintext, title"

// The page's policy lets style elements in by their nonce and style attributes not at all, so these become rules.
const styled = (shown: Document): string => {
  const rules: Array<string> = []
  const { style } = document.createElement("p")
  for (const element of shown.querySelectorAll("[data-style]")) {
    // Written out by the browser, so that a quote or bracket left open takes no other rule along.
    style.cssText = element.getAttribute("data-style") ?? ""
    rules.push(`[data-styled="${rules.length}"] { ${style.cssText} }`)
    element.setAttribute("data-styled", String(rules.length - 1))
    element.removeAttribute("data-style")
  }
  return rules.join("\n")
}

// Only keeps the browser from complaining of what the policy refuses, even in a document that is never shown. `noembed` holds
// text as it stands, as `style` does.
const unstyled = (html: string): string =>
  html
    .replace(/<(\/?)style\b/gi, (_, slash: string) => (slash === "" ? "<noembed data-sheet" : "</noembed"))
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/([\s/"'])(style|on[a-z]+)\s*=/gi, "$1 data-$2="))

// Nothing is taken out of a rule, for the rest might join: each piece is made another. As `\3c ` no `<` can end the style element.
const inert = (rules: string): string =>
  rules.replace(/<|@import|url\(/gi, (piece) => (piece === "<" ? "\\3c " : piece === "@import" ? "@none" : "none("))

const quiet =
  "body { font: 15px/1.5 system-ui, sans-serif; margin: 16px; color: #1a1b1e; background: #fff; overflow-wrap: anywhere }"

/**
 * Rendered e-mail for a frame without scripts: nothing in it is run, loaded or sent. The browser reads it once, elements and
 * attributes are taken out of what it read, and a policy of the document forbids all but its own style sheet. Pictures are
 * shown by their text, links tell where they lead, because following one would count as the contact's click.
 */
export const mailDocument = (html: string, nonce: string): string => {
  const shown = new DOMParser().parseFromString(unstyled(html), "text/html")
  const sheets = [...shown.querySelectorAll("noembed[data-sheet]")].map(({ textContent }) => textContent)
  for (const element of shown.querySelectorAll(gone)) element.remove()
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
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">`
  const styles = rules.map((sheet) => `<style nonce="${nonce}">${inert(sheet)}</style>`).join("")
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${policy}<title>Message</title>${styles}</head>${shown.body.outerHTML}</html>`
}
