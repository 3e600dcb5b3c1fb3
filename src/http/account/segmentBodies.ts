import { Effect, type Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import { decodeSegmentBacktest } from "../../domain/backtests/decodeSegmentBacktest.ts"
import type { JsonObject } from "../../domain/json/Json.ts"
import { decodeSegment, decodeSegmentChange, decodeSegmentDraft } from "../../domain/segments/decodeSegment.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { readJson } from "../server/Body.ts"
import { bodyLimit } from "../server/bodyLimit.ts"

// Raw, so that one response lists the issues of the schema and those of the conditions.
const reader =
  <A>(decode: (body: JsonObject) => Result.Result<A, ValidationFailed>) =>
  (request: HttpServerRequest.HttpServerRequest) =>
    Effect.flatMap(readJson(request, bodyLimit), (body) => Effect.fromResult(decode(body)))

export const readSegment = reader(decodeSegment)
export const readSegmentChange = reader(decodeSegmentChange)
export const readSegmentDraft = reader(decodeSegmentDraft)
export const readSegmentBacktest = reader(decodeSegmentBacktest)
