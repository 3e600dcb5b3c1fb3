import { publicPaths } from "../../../src/http/server/publicPaths.ts"
import { operations } from "../../fuzz/contracts.ts"
import { operationOf, type Request } from "./calls/request.ts"

// Operations without a request, each with the reason.
const reasons: Readonly<Record<string, string>> = {
  "GET /": "asks no database",
  "GET /health/live": "asks no database",
  "GET /site.js": "asks no database",
  "GET /tracking/proof/:account": "asks no database",
  "GET /health/ready": "is asked after every issue",
  "GET /u/:token": "shows less without the database",
  "GET /p/:token": "shows the page that a choice shows too",
  "GET /o/:token": "shows a button alone",
  "GET /f/:token": "shows the page that a submission shows too",
  "GET /f/:token/embed": "shows the page that a submission shows too"
}

/** Operations of the APIs, links and hooks without a request, and requests without an operation. */
export const uncoveredOperations = (requests: ReadonlyArray<Request>): ReadonlyArray<string> => {
  const all = new Set([
    ...operations.map(({ name }) => name.replaceAll(/\{(\w+)\}/g, ":$1")),
    ...publicPaths
      .filter(({ path }) => !/^\/(?:docs|openapi)/.test(path))
      .map(({ method, path }) => `${method} ${path}`)
  ])
  const tried = new Set([...requests.map(operationOf), ...Object.keys(reasons)])
  return [...all.symmetricDifference(tried)].sort()
}
