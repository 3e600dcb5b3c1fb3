import { HttpServerResponse } from "effect/http"
import { randomBytes } from "node:crypto"
import { escapeHtml } from "../../messages/email/htmlEntities.ts"
import { contrast, darkColors, lightColors } from "../../messages/email/mailColors.ts"
import type { Store } from "../../store/messages/MessageRecipients.ts"

/** A form of one button. */
interface PageAction {
  readonly label: string
  /** Where it posts to, relative to the page. */
  readonly path: string
  /** In the words before the button. */
  readonly question?: string
}

const sheet = (color: string): string => {
  const label = contrast(color, "#ffffff") >= 4.5 ? "#ffffff" : "#000000"
  return [
    `:root{color-scheme:light dark}`,
    `body{margin:0;padding:24px 16px;background:${lightColors.page};color:${lightColors.text};font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}`,
    `main{max-width:480px;margin:0 auto;padding:28px;background:${lightColors.card};border-top:4px solid ${color};text-align:center}`,
    `h1{font-size:22px;line-height:1.3}`,
    `img{max-width:160px;max-height:80px}`,
    `button{min-height:44px;padding:10px 24px;border:0;border-radius:6px;background:${color};color:${label};font:inherit;font-weight:600;cursor:pointer}`,
    `@media (prefers-color-scheme:dark){body{background:${darkColors.page};color:${darkColors.text}}main{background:${darkColors.card}}}`
  ].join("")
}

/**
 * A page of a store for its contacts: logo or name, a heading, a sentence and at most one button. All texts are escaped. The page loads
 * nothing but the logo, runs nothing, cannot be framed and sends no referrer.
 */
export const storePage = (
  { name, logo_url, color }: Store,
  { title, text, action }: { readonly title: string; readonly text: string; readonly action?: PageAction }
) => {
  const nonce = randomBytes(16).toString("base64")
  // The origin of a URL has no character that could begin another directive.
  const images = logo_url === null ? "" : `; img-src ${new URL(logo_url).origin}`
  const head =
    logo_url === null
      ? `<p>${escapeHtml(name)}</p>`
      : `<p><img src="${escapeHtml(logo_url)}" alt="${escapeHtml(name)}" referrerpolicy="no-referrer"></p>`
  const form =
    action === undefined
      ? ""
      : `${action.question === undefined ? "" : `<p>${escapeHtml(action.question)}</p>`}<form method="post" action="${escapeHtml(action.path)}"><button>${escapeHtml(action.label)}</button></form>`
  return HttpServerResponse.text(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${sheet(color ?? lightColors.accent)}</style><main>${head}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</main></html>`,
    {
      contentType: "text/html; charset=utf-8",
      headers: {
        "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'${images}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
        "X-Robots-Tag": "noindex"
      }
    }
  )
}
