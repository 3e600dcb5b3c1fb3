import { Config, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar, OpenApi } from "effect/http-api"
import { Api } from "../api/Api.ts"

const publicUrl = Config.option(Config.URL("PUBLIC_URL"))

/** `GET /openapi.json`: the contract, with the address that the service is known by. */
const ContractLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const url = yield* publicUrl
    const document = OpenApi.fromApi(Api)
    const servers = Option.isNone(url) ? document.servers : [{ url: url.value.href.replace(/\/$/, "") }]
    const text = JSON.stringify({ ...document, servers }, null, 2)
    yield* router.add(
      "GET",
      "/openapi.json",
      Effect.succeed(HttpServerResponse.text(text, { contentType: "application/json" }))
    )
  })
)

/** `GET /docs`: the reference page, complete in one file: it loads nothing from elsewhere. */
const ReferenceLayer = HttpApiScalar.layer(Api, { path: "/docs", scalar: { withDefaultFonts: false } })

export const DocsLayer = Layer.merge(ContractLayer, ReferenceLayer)
