import { hookRoutes } from "../../../src/http/public/Hooks.ts"
import { messageLinkRoutes } from "../../../src/http/pages/MessageLinks.ts"
import { operations } from "../../fuzz/contracts.ts"
import { operationOf, type Request } from "./calls/request.ts"

// Operations without a request, each with the reason.
const reasons: Readonly<Record<string, string>> = {
  "GET /health/live": "asks no database",
  "GET /health/ready": "is asked after every issue",
  "GET /u/:token": "shows less without the database"
}

/** Operations of the APIs, links and hooks without a request, and requests without an operation. */
export const uncoveredOperations = (requests: ReadonlyArray<Request>): ReadonlyArray<string> => {
  const all = new Set([
    ...operations.map(({ name }) => name.replaceAll(/\{(\w+)\}/g, ":$1")),
    ...[...messageLinkRoutes, ...hookRoutes].map((route) => route.join(" "))
  ])
  const tried = new Set([...requests.map(operationOf), ...Object.keys(reasons)])
  return [...all.symmetricDifference(tried)].sort()
}
