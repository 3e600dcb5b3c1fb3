import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { contractDocument } from "../../api/contractDocument.ts"
import { publicUrl } from "../../store/settings/PublicUrl.ts"
import { guardedPage } from "./guardedPage.ts"
import { staticContent } from "./staticContent.ts"

const cacheControl = "no-cache"

/** `GET /openapi.json`: the OpenAPI document, with the public address as its server. */
const ContractLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { href } = yield* publicUrl
    const text = JSON.stringify({ ...contractDocument, servers: [{ url: href }] }, null, 2)
    const serve = staticContent(Buffer.from(text), { contentType: "application/json", cacheControl })
    yield* router.add("GET", "/openapi.json", serve)
  })
)

// Hides the bars of Scalar that lead to its own services: sharing, generated SDKs, its client and its assistant.
const scalar = {
  withDefaultFonts: false,
  showDeveloperTools: "never",
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  // On a phone its hidden labels would make the page scroll sideways.
  customCss: ".scalar-app { overflow-x: clip }"
}
const ScalarLayer = HttpApiScalar.layer(Api, { path: "/docs", scalar })

const scriptPath = "/docs/reference.js"

/** `GET /docs`: the reference page and its script, made at the first request. */
const ReferenceLayer = HttpRouter.use((router) => {
  const make = Effect.gen(function* () {
    const { body } = yield* yield* HttpRouter.toHttpEffect(ScalarLayer)
    const { page, script } = guardedPage(
      body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : "",
      scriptPath
    )
    const contentType = "text/javascript; charset=utf-8"
    return { page, script: staticContent(Buffer.from(script), { contentType, cacheControl }) }
  })
  let cached: Effect.Success<typeof make> | undefined
  const reference = Effect.gen(function* () {
    cached ??= yield* make
    return cached
  })
  return Effect.andThen(
    router.add(
      "GET",
      "/docs",
      Effect.map(reference, ({ page }) => page())
    ),
    router.add("GET", scriptPath, (request) => Effect.flatMap(reference, ({ script }) => script(request)))
  )
})

export const DocsLayer = Layer.merge(ContractLayer, ReferenceLayer)
