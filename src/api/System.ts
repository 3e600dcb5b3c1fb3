import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { UnavailableBody } from "./Errors.ts"

const Health = Schema.Struct({ status: Schema.Literal("ok") })

export class SystemGroup extends HttpApiGroup.make("system", { topLevel: true }).add(
  HttpApiEndpoint.get("live", "/health/live", { success: Health }).annotate(
    OpenApi.Summary,
    "Whether the process runs"
  ),
  HttpApiEndpoint.get("ready", "/health/ready", { success: Health, error: UnavailableBody }).annotate(
    OpenApi.Summary,
    "Whether the process takes requests: its database answers and it is not shutting down"
  )
) {}
