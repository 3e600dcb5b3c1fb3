import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar, OpenApi } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { publicUrl } from "../store/PublicUrl.ts"
import { guardedPage } from "./guardedPage.ts"

/** `GET /openapi.json`: the contract, with the address that the service is known by. */
const ContractLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { href } = yield* publicUrl
    const text = JSON.stringify({ ...OpenApi.fromApi(Api), servers: [{ url: href }] }, null, 2)
    yield* router.add(
      "GET",
      "/openapi.json",
      Effect.succeed(HttpServerResponse.text(text, { contentType: "application/json" }))
    )
  })
)

const ScalarLayer = HttpApiScalar.layer(Api, { path: "/docs", scalar: { withDefaultFonts: false } })

/** `GET /docs`: the reference page, complete in one file, which is made when it is first asked for: it takes 19 MB to hold. */
const ReferenceLayer = HttpRouter.use((router) => {
  let serve: ReturnType<typeof guardedPage> | undefined
  const reference = Effect.gen(function* () {
    if (serve === undefined) {
      const { body } = yield* yield* HttpRouter.toHttpEffect(ScalarLayer)
      serve = guardedPage(body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : "")
    }
    return serve()
  })
  return router.add("GET", "/docs", reference)
})

export const DocsLayer = Layer.merge(ContractLayer, ReferenceLayer)
