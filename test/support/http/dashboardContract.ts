// The document is untyped, and read by path.
/* oxlint-disable typescript/no-explicit-any */
import { OpenApi } from "effect/http-api"
import { DashboardApi } from "../../../src/api/dashboard/DashboardApi.ts"

/** The OpenAPI document of the dashboard's API. */
export const dashboardContract = (): any => {
  const document: any = JSON.parse(JSON.stringify(OpenApi.fromApi(DashboardApi)))
  // Exact responses are declared as text, with their JSON Schema as contentSchema (src/api/Exact.ts).
  const content = (schema: any): any =>
    schema?.contentSchema ?? document.components.schemas[schema?.$ref?.split("/").at(-1)]?.contentSchema
  const withContent = (value: any): any =>
    typeof value !== "object" || value === null
      ? value
      : Array.isArray(value)
        ? value.map(withContent)
        : (content(value) ??
          Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withContent(member)])))
  return withContent(document)
}
