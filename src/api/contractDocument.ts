import { OpenApi } from "effect/http-api"
import { Api } from "./Api.ts"

/** The OpenAPI document of the API, without servers. A constant, because making it takes tens of milliseconds. */
export const contractDocument = OpenApi.fromApi(Api)
