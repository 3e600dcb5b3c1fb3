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

const PolicyLayer = HttpRouter.middleware(
  Effect.sync(() => {
    let serve: ReturnType<typeof guardedPage> | undefined
    // The page is the same each time, so it is read once.
    return (httpEffect) =>
      Effect.map(httpEffect, ({ body }) => {
        serve ??= guardedPage(body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : "")
        return serve()
      })
  }),
  { global: false }
).layer

/** `GET /docs`: the reference page, complete in one file. */
const ReferenceLayer = HttpApiScalar.layer(Api, { path: "/docs", scalar: { withDefaultFonts: false } }).pipe(
  Layer.provide(PolicyLayer)
)

export const DocsLayer = Layer.merge(ContractLayer, ReferenceLayer)
