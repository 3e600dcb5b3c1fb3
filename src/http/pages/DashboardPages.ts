import { Effect, FileSystem, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { randomBytes } from "node:crypto"
import { extname } from "node:path"
import { fileURLToPath } from "node:url"
import { noSuchPage } from "./pages.ts"
import { staticContent } from "./staticContent.ts"

// Relative to source code, then to compiled code.
const root = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../../dist/dashboard" : "../dashboard", import.meta.url)
)

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // The preview of a mail shows its pictures.
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

const page = (html: string) =>
  Effect.sync(() => {
    const nonce = randomBytes(16).toString("base64")
    return HttpServerResponse.text(html.replace("__NONCE__", nonce), {
      contentType: "text/html; charset=utf-8",
      headers: {
        "Content-Security-Policy": policy(nonce),
        "Referrer-Policy": "same-origin",
        "Cache-Control": "no-store"
      }
    })
  })

const types: Record<string, string> = {
  ".woff2": "font/woff2",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8"
}

/** The dashboard: hashed files, cached for ever, and one page for every other path below `/dashboard`. `/` leads to it. */
export const DashboardPagesLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter
    const files = yield* FileSystem.FileSystem
    const html = yield* files
      .readFileString(`${root}/index.html`)
      .pipe(
        Effect.catch(() =>
          Effect.succeed("<!doctype html><title>Tally</title><p>The dashboard is not built: npm run build</p>")
        )
      )
    const icon = yield* files.readFileString(`${root}/icon.svg`).pipe(Effect.catch(() => Effect.succeed("<svg/>")))
    yield* router.add("GET", "/dashboard/icon.svg", HttpServerResponse.text(icon, { contentType: "image/svg+xml" }))
    yield* router.add("GET", "/", HttpServerResponse.redirect("/dashboard"))
    yield* router.add("GET", "/dashboard/*", page(html))
    const assets = new Map<string, ReturnType<typeof staticContent>>()
    const names = yield* Effect.orElseSucceed(files.readDirectory(`${root}/assets`), () => [])
    for (const name of names) {
      const contentType = types[extname(name)] ?? "application/octet-stream"
      const content = yield* Effect.orDie(files.readFile(`${root}/assets/${name}`))
      assets.set(name, staticContent(content, { contentType, cacheControl: "public, max-age=31536000, immutable" }))
    }
    yield* router.add(
      "GET",
      "/dashboard/assets/:name",
      Effect.fnUntraced(function* (request) {
        const { name = "" } = yield* HttpRouter.params
        const serve = assets.get(name)
        return serve === undefined ? noSuchPage : yield* serve(request)
      })
    )
  })
)
