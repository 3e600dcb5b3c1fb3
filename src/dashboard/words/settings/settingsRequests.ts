/** Words of the request log, the deprecated calls and the API usage. */
import type { LoggedRequest } from "../../../domain/accounts/LoggedRequest.ts"
import { counted } from "../common.ts"

// Columns and details of a request
export const endpoint = "Endpoint"
export const error = "Error"
export const calledBy = "Called by"
export const duration = "Duration"
export const actions = "Actions"
export const requestId = "Request ID"
export const milliseconds = (duration: number) => `${duration} ms`

/** The token or app of a request, by name or else by id. */
export const callerName = ({ id, kind, name }: LoggedRequest["caller"]): string =>
  `${kind === "app" ? "App" : "Token"} ${name ?? `${id} (deleted)`}`

// Request log
export const requests = "Requests"
export const requestsIntro =
  "API requests of this account's tokens and apps in the last 30 days, without their content. New requests appear within seconds."
export const requestIdHeader = "The X-Request-Id header of a response"
export const allStatuses = "All"
export const successful = "Successful (2xx)"
export const rejected = "Rejected (4xx)"
export const serverError = "Server error (5xx)"
export const refresh = "Refresh"
export const times = (count: number) => counted(count, "time")
export const noMatchingRequests = "No matching requests"
export const logKeeps = "The log keeps 30 days, and no requests without a valid token."
export const noRequestsYet = "No requests yet"
export const requestsAppearHere = "Requests with your tokens appear here."
export const sampleTime = "Today, 10:12"
export const sampleEndpoint = "POST /v1/orders/placed"
export const sampleCaller = "Token Shop backend"
export const openTokens = "Go to API tokens"

// Details of a request
export const details = "Details"
export const detailsOf = (id: string) => `Details of ${id}`
export const timeInUtc = "Time (UTC)"
export const invalidFields = "Invalid fields"
export const userAgent = "User agent"
export const forSubaccount = "For subaccount"
export const deprecatedEndpoint = "Deprecated endpoint"
export const requestsInSecond = "Requests in this second"
export const none = "None"
export const yes = "Yes"
export const no = "No"

// Deprecated calls
export const deprecatedInUse = "Deprecated calls still in use"
export const deprecatedEffectBefore =
  "These endpoints, called in the last 30 days, still work but will be removed. The "
export const apiReference = "API reference"
export const deprecatedEffectAfter = " describes their successors."
export const deprecatedCalls = "Deprecated calls"
export const successor = "Successor"
export const requestCount = "Requests"
export const lastRequest = "Last request"

// API usage
export const apiRequests = "API requests"
export const thisMinute = "This minute"
export const today = "Today (UTC)"
export const limitsAreShared =
  "All tokens and apps of an account and its subaccounts share these limits. The operator of this service can change them."
export const usedOfLimit = (used: number, limit: number) => `${used.toLocaleString()} of ${limit.toLocaleString()}`
export const rejectedByRateLimit = "Rejected by the rate limit (429)"
export const totalOfPeriod = (count: number) => `${count.toLocaleString()} in the last 30 days (UTC)`
