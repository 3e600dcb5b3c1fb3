import { HttpApiScalar } from "effect/http-api"
import { Api } from "../api/Api.ts"

/** The reference page, complete in one file: it loads nothing from elsewhere. */
export const DocsLayer = HttpApiScalar.layer(Api, { path: "/docs", scalar: { withDefaultFonts: false } })
