import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { errorBody } from "../../api/Errors.ts"
import type { PayloadTooLarge, Unavailable, UnsupportedMediaType } from "../../domain/Errors.ts"
import { listedIssues, type ValidationFailed } from "../../domain/ValidationIssue.ts"

// The page loads nothing, runs nothing, cannot be framed and sends no referrer.
const securityHeaders = {
  "Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex"
}

/** An HTML page. `title` and `body` are not escaped: they must not contain input. */
export const page = (title: string, body: string) =>
  HttpServerResponse.text(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${body}</html>`,
    { contentType: "text/html; charset=utf-8", headers: securityHeaders }
  )

/** The response to a link without a valid signature. */
export const noSuchPage = HttpServerResponse.jsonUnsafe(errorBody("not_found", "There is no such path"), {
  status: 404
})

const rejection = (status: number, message: string, details?: ValidationFailed["issues"]) =>
  HttpServerResponse.jsonUnsafe(errorBody("validation_failed", message, details), { status })

/** Responds to errors of routes outside the API's groups with the error body (contract §1). */
export const answered = <R>(
  effect: Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    Unavailable | ValidationFailed | UnsupportedMediaType | PayloadTooLarge,
    R
  >
) =>
  Effect.catchTags(effect, {
    Unavailable: ({ retryAfter }) =>
      Effect.succeed(HttpServerResponse.empty({ status: 503, headers: { "Retry-After": String(retryAfter) } })),
    UnsupportedMediaType: ({ expected }) => Effect.succeed(rejection(415, `The body must be ${expected}`)),
    PayloadTooLarge: () => Effect.succeed(rejection(413, "The body is too large")),
    ValidationFailed: ({ issues }) =>
      Effect.succeed(rejection(422, "The request is not valid", listedIssues(issues).details))
  })
