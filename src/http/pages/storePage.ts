import { HttpServerResponse } from "effect/http"
import { randomBytes } from "node:crypto"
import type { Language } from "../../domain/languages/Language.ts"
import { escapeHtml } from "../../domain/values/escapeHtml.ts"
import { contrast, darkColors, lightColors } from "../../domain/values/mailColors.ts"
import type { Store } from "../../store/messages/MessageQueries.ts"

const sheet = (color: string): string => {
  const label = contrast(color, "#ffffff") >= 4.5 ? "#ffffff" : "#000000"
  // A dark brand colour would make buttons vanish on the dark card.
  const dark =
    contrast(color, darkColors.card) >= 3
      ? ""
      : `main{border-top-color:${darkColors.text}}button{background:${darkColors.text};color:${darkColors.card}}`
  return [
    `:root{color-scheme:light dark}`,
    `*{box-sizing:border-box}`,
    `body{margin:0;padding:24px 16px;background:${lightColors.page};color:${lightColors.text};font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}`,
    `main{max-width:480px;margin:0 auto;padding:28px;background:${lightColors.card};border-top:4px solid ${color};text-align:center}`,
    `h1{font-size:22px;line-height:1.3}`,
    `h2{margin:0;font-size:18px}`,
    `a{color:inherit}`,
    `img{max-width:160px;max-height:80px}`,
    `section{margin-top:24px;padding-top:20px;border-top:1px solid #8888}`,
    `form{margin:12px 0}`,
    `fieldset{margin:0;padding:4px 16px 12px;border:1px solid #8888;border-radius:6px;text-align:left}`,
    `legend{padding:0 6px}`,
    `label{display:block;margin:12px 0 4px;text-align:left}`,
    `label.choice{display:flex;gap:10px;align-items:flex-start;margin:0;padding:10px 0}`,
    `label.choice input{flex:none;width:20px;height:20px;min-height:20px;margin:2px 0}`,
    `input,select{width:100%;min-height:44px;padding:8px 12px;border:1px solid #767676;border-radius:6px;background:Field;color:FieldText;font:inherit}`,
    `.away{position:absolute;left:-9999px}`,
    `.error{padding:8px 12px;border-left:4px solid #c62828;text-align:left}`,
    `button{min-height:44px;margin-top:12px;padding:10px 24px;border:0;border-radius:6px;background:${color};color:${label};font:inherit;font-weight:600;cursor:pointer}`,
    `:focus-visible{outline:3px solid #1a73e8;outline-offset:2px}`,
    `@media (prefers-color-scheme:dark){body{background:${darkColors.page};color:${darkColors.text}}main{background:${darkColors.card}}${dark}}`
  ].join("")
}

/** HTML whose texts are escaped. */
export interface Html {
  readonly html: string
}

export const paragraph = (text: string, attributes = ""): Html => ({ html: `<p${attributes}>${escapeHtml(text)}</p>` })

export const linkTo = (href: string, words: string): Html => ({
  html: `<p><a href="${escapeHtml(href)}">${escapeHtml(words)}</a></p>`
})

/** A form that posts to `path`, relative to the page. The button sends `value` as `choice`, if it has one. */
export const buttonForm = (path: string, label: string, value?: string, before: Html = { html: "" }): Html => {
  const sent = value === undefined ? "" : ` name="choice" value="${escapeHtml(value)}"`
  return {
    html: `<form method="post" action="${escapeHtml(path)}">${before.html}<button${sent}>${escapeHtml(label)}</button></form>`
  }
}

/** A part of a page with a heading. */
export const section = (title: string, content: ReadonlyArray<Html>): Html => ({
  html: `<section><h2>${escapeHtml(title)}</h2>${content.map(({ html }) => html).join("")}</section>`
})

interface StorePage {
  readonly language: Language
  readonly title: string
  readonly content: ReadonlyArray<Html>
  readonly status?: number
  /** Lets any site show the page in a frame. */
  readonly framed?: boolean
}

/** The HTML of a `storePage`. */
export const storeDocument = (
  { name, logo_url, color }: Pick<Store, "name" | "logo_url" | "color">,
  { language, title, content }: StorePage,
  nonce: string
): string => {
  const head =
    logo_url === null
      ? `<p>${escapeHtml(name)}</p>`
      : `<p><img src="${escapeHtml(logo_url)}" alt="${escapeHtml(name)}" referrerpolicy="no-referrer"></p>`
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${sheet(color ?? lightColors.accent)}</style><main>${head}<h1>${escapeHtml(title)}</h1>${content.map(({ html }) => html).join("")}</main></html>`
}

/**
 * A page of a store for its contacts, in their language: logo or name, a heading and the content. The page loads nothing but the logo, runs
 * nothing, cannot be framed unless it says so, and sends no referrer.
 */
export const storePage = (store: Pick<Store, "name" | "logo_url" | "color">, page: StorePage) => {
  const nonce = randomBytes(16).toString("base64")
  // The origin of a URL has no character that could begin another directive.
  const images = store.logo_url === null ? "" : `; img-src ${new URL(store.logo_url).origin}`
  const ancestors = page.framed === true ? "*" : "'none'"
  return HttpServerResponse.text(storeDocument(store, page, nonce), {
    contentType: "text/html; charset=utf-8",
    status: page.status ?? 200,
    headers: {
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'${images}; form-action 'self'; frame-ancestors ${ancestors}; base-uri 'none'`,
      "Content-Language": page.language,
      Vary: "Accept-Language",
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex"
    }
  })
}
