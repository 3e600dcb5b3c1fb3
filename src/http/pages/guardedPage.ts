import { HttpServerResponse } from "effect/http"
import { createHash, randomBytes } from "node:crypto"

// Runs before the page's own scripts. Gives the style sheets that they create the nonce, and sets styles of elements as properties, which the
// policy does not count as inline.
const guard = `(() => {
  const { nonce } = document.currentScript.dataset
  const make = document.createElement
  document.createElement = function (...given) {
    const made = make.apply(this, given)
    if (made instanceof HTMLStyleElement) made.nonce = nonce
    return made
  }
  const set = Element.prototype.setAttribute
  Element.prototype.setAttribute = function (name, value) {
    if (name === "style") this.style.cssText = value
    else set.call(this, name, value)
  }
  const inner = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML")
  Object.defineProperty(Element.prototype, "innerHTML", {
    ...inner,
    set(html) {
      inner.set.call(this, String(html).replaceAll(' style="', ' data-style="'))
      for (const made of (this.content ?? this).querySelectorAll("[data-style]")) made.style.cssText = made.dataset.style
    }
  })
})()`

const hashOf = (script: string): string => `'sha256-${createHash("sha256").update(script).digest("base64")}'`

/**
 * Moves the scripts of a page, in order, into one file at `scriptPath`, which is cached. The page's policy allows scripts and requests of this
 * service only. `page` makes a new nonce each time.
 */
export const guardedPage = (
  html: string,
  scriptPath: string
): { readonly page: () => HttpServerResponse.HttpServerResponse; readonly script: string } => {
  const scripts: Array<string> = []
  const bare = html.replaceAll(/<script>([^]*?)(?:<\/script>|$)/g, (_, script: string) => {
    scripts.push(script)
    return ""
  })
  const page = () => {
    const nonce = randomBytes(16).toString("base64")
    const loaded = `<script data-nonce="${nonce}">${guard}</script>`
    const policy = [
      "default-src 'none'",
      `script-src ${hashOf(guard)} 'self'`,
      `style-src 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'"
    ].join("; ")
    const body = bare
      .replace("<body>", () => `<body>${loaded}`)
      .replace("</body>", () => `<script src="${scriptPath}"></script></body>`)
    return HttpServerResponse.text(body, {
      contentType: "text/html; charset=utf-8",
      headers: { "Content-Security-Policy": policy, "Referrer-Policy": "same-origin", "Cache-Control": "no-store" }
    })
  }
  return { page, script: scripts.join("\n;\n") }
}
