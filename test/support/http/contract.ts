import { OpenApi } from "effect/http-api"
import { fileURLToPath } from "node:url"
import { Api } from "../../../src/api/Api.ts"

/** Where the checked-in contract lies. */
export const contractFile = fileURLToPath(new URL("../../openapi.json", import.meta.url))

/** The contract as the code has it, as text. */
export const contractText = (): string => `${JSON.stringify(OpenApi.fromApi(Api), null, 2)}\n`
