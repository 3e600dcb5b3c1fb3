import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar, OpenApi } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { publicUrl } from "../store/PublicUrl.ts"

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

// The page holds its script and styles itself and asks nobody but this service.
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const PolicyLayer = HttpRouter.middleware(
  (httpEffect) => Effect.map(httpEffect, HttpServerResponse.setHeader("Content-Security-Policy", policy)),
  { global: false }
).layer

/** `GET /docs`: the reference page, complete in one file. */
const ReferenceLayer = HttpApiScalar.layer(Api, { path: "/docs", scalar: { withDefaultFonts: false } }).pipe(
  Layer.provide(PolicyLayer)
)

export const DocsLayer = Layer.merge(ContractLayer, ReferenceLayer)
