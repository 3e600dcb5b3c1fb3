import type { HttpServerRequest } from "effect/http"

/** Whether the caller only asks what would happen. */
export const wantsDryRun = (request: HttpServerRequest.HttpServerRequest): boolean =>
  (request.headers["prefer"] ?? "").split(",").some((preference) => /^\s*dry-run\s*(?:;|$)/i.test(preference))

/** What the answer to a dry run carries (RFC 7240). */
export const dryRunHeaders = { "Preference-Applied": "dry-run" }
