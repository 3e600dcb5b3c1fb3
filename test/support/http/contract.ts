import { OpenApi } from "effect/http-api"
import { fileURLToPath } from "node:url"
import { Api } from "../../../src/api/Api.ts"

/** The path of the checked-in contract. */
export const contractFile = fileURLToPath(new URL("../../openapi.json", import.meta.url))

/** The contract generated from the code, as text. */
export const contractText = (): string => `${JSON.stringify(OpenApi.fromApi(Api), null, 2)}\n`
