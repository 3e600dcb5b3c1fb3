import { HttpServerResponse } from "effect/http"
import { createHash, randomBytes } from "node:crypto"

// Runs before the page's own scripts. Style sheets that they make carry the nonce; styles of elements are set as properties,
// which a policy does not count as inline.
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

/** Serves a page that holds its scripts itself: those very scripts run and no others, and it asks nobody but this service. */
export const guardedPage = (html: string): (() => HttpServerResponse.HttpServerResponse) => {
  const at = html.indexOf("<body>") + "<body>".length
  const [before, after] = [Buffer.from(html.slice(0, at)), Buffer.from(html.slice(at))]
  const scripts = [...html.matchAll(/<script>([^]*?)(?:<\/script>|$)/g)].map(([, script = ""]) => script)
  const hashes = [guard, ...scripts].map(hashOf).join(" ")
  return () => {
    const nonce = randomBytes(16).toString("base64")
    const guarded = Buffer.from(`<script data-nonce="${nonce}">${guard}</script>`)
    const policy = [
      "default-src 'none'",
      `script-src ${hashes}`,
      `style-src 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'"
    ].join("; ")
    return HttpServerResponse.uint8Array(Buffer.concat([before, guarded, after]), {
      contentType: "text/html; charset=utf-8",
      headers: { "Content-Security-Policy": policy, "Referrer-Policy": "same-origin", "Cache-Control": "no-store" }
    })
  }
}
