import { Effect, FileSystem } from "effect"
import { HttpRouter } from "effect/http"
import { fileURLToPath } from "node:url"
import { noSuchPage } from "./pages.ts"
import { staticContent } from "./staticContent.ts"

// Relative to source code, then to compiled code.
const file = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../../dist/site/site.js" : "../site/site.js", import.meta.url)
)

/** `GET /site.js`: the script of the pages of shops (contract §18). Browsers keep it for an hour, and longer while it is the same. */
export const SiteScriptLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const content = yield* Effect.option(files.readFile(file))
    if (content._tag === "None") return yield* router.add("GET", "/site.js", noSuchPage)
    const serve = staticContent(content.value, {
      contentType: "text/javascript; charset=utf-8",
      cacheControl: "public, max-age=3600, stale-while-revalidate=604800"
    })
    yield* router.add("GET", "/site.js", serve)
  })
)
