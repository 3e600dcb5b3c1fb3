import { Effect, type Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import {
  type CheckCampaignTemplates,
  decodeCampaign,
  decodeCampaignChange
} from "../../domain/campaigns/decodeCampaign.ts"
import type { JsonObject } from "../../domain/json/Json.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { checkCampaignTemplates } from "../../outbound/templates/checkCampaignTemplates.ts"
import { readJson } from "../server/Body.ts"
import { bodyLimit } from "../server/bodyLimit.ts"

// Raw, so that one response lists the issues of the schema and those of the templates.
const reader =
  <A>(decode: (body: JsonObject, check: CheckCampaignTemplates) => Result.Result<A, ValidationFailed>) =>
  (request: HttpServerRequest.HttpServerRequest) =>
    Effect.flatMap(readJson(request, bodyLimit), (body) => Effect.fromResult(decode(body, checkCampaignTemplates)))

export const readCampaign = reader(decodeCampaign)
export const readCampaignChange = reader(decodeCampaignChange)
