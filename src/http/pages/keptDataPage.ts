import { HttpServerResponse } from "effect/http"
import { randomBytes } from "node:crypto"
import { type KeptData, keptDataHtml } from "../../domain/contacts/keptData.ts"
import { escapeHtml } from "../../domain/values/escapeHtml.ts"
import { formatTime } from "../../domain/values/Time.ts"

const sheet = [
  `:root{color-scheme:light}`,
  `body{max-width:60rem;margin:0 auto;padding:24px 16px;background:#fff;color:#1a1a1a;font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}`,
  `h1{font-size:24px}h2{margin:32px 0 8px;font-size:18px}`,
  `dl{display:grid;grid-template-columns:minmax(8rem,1fr) 3fr;gap:2px 16px;margin:0 0 12px;padding:8px 0;border-top:1px solid #bbb;break-inside:avoid-page}`,
  `dt{color:#555}dd{margin:0;white-space:pre-wrap}`,
  `@media print{body{max-width:none;padding:0;font-size:11px}h2{break-after:avoid}}`
].join("")

/** A page that holds what is kept of a person, to read, print or save. It loads and runs nothing, and cannot be framed. */
export const keptDataPage = (
  { store, person, now }: { readonly store: string; readonly person: string; readonly now: number },
  kept: KeptData
) => {
  const nonce = randomBytes(16).toString("base64")
  const title = `What ${store} keeps about ${person}`
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${sheet}</style><main><h1>${escapeHtml(title)}</h1><p>As of ${formatTime(now)}, in UTC. To keep it as a PDF, print it.</p>${keptDataHtml(kept)}</main></html>`
  return HttpServerResponse.text(html, {
    contentType: "text/html; charset=utf-8",
    headers: {
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
      "Content-Language": "en",
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex"
    }
  })
}
