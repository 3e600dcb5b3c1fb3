import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { errorBody } from "../../api/Errors.ts"
import type { PayloadTooLarge, Unavailable, UnsupportedMediaType } from "../../domain/Errors.ts"
import { listedIssues, type ValidationFailed } from "../../domain/ValidationIssue.ts"

// A page that loads nothing, runs nothing and stands in no frame; where it was called from stays untold.
const safe = {
  "Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex"
}

/** A page for people. Contract: `title` and `body` hold nothing that came from outside. */
export const page = (title: string, body: string) =>
  HttpServerResponse.text(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${body}</html>`,
    { contentType: "text/html; charset=utf-8", headers: safe }
  )

/** What a link that nobody signed gets. */
export const noSuchPage = HttpServerResponse.jsonUnsafe(errorBody("not_found", "There is no such path"), {
  status: 404
})

const refused = (status: number, message: string, details?: ValidationFailed["issues"]) =>
  HttpServerResponse.jsonUnsafe(errorBody("validation_failed", message, details), { status })

/** Answers what goes wrong outside the API's own groups in the one error shape (contract §1). */
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
    UnsupportedMediaType: ({ expected }) => Effect.succeed(refused(415, `The body must be ${expected}`)),
    PayloadTooLarge: () => Effect.succeed(refused(413, "The body is too large")),
    ValidationFailed: ({ issues }) =>
      Effect.succeed(refused(422, "The request is not valid", listedIssues(issues).details))
  })
