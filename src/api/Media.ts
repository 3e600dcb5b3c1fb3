import { Schema, SchemaTransformation } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Media, MediaInUse, MediaListQuery, mediaLimits, MediaUse, UploadQuery } from "../domain/media/Media.ts"
import { BodyLimit } from "./BodyLimit.ts"
import { created, page, single } from "./envelopes.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { access } from "./mounts.ts"

const params = { id: Schema.String }

/** Names the places that show the picture: each detail has the kind of a place as `field`, its name as `message`. */
export const MediaInUseBody = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Literal("conflict"),
    message: Schema.String,
    details: Schema.Array(Schema.Struct({ field: MediaUse.fields.kind, message: Schema.String }))
  })
}).pipe(
  Schema.decodeTo(
    Schema.toType(MediaInUse),
    SchemaTransformation.transform({
      decode: ({ error }) =>
        new MediaInUse({ uses: error.details.map(({ field, message }) => ({ kind: field, name: message })) }),
      encode: ({ uses }) => ({
        error: {
          code: "conflict" as const,
          message: "The picture is in use; drafts, or messages that were sent, would lose it",
          details: uses.map(({ kind, name }) => ({ field: kind, message: name }))
        }
      })
    })
  ),
  HttpApiSchema.status(409)
)

/** The pictures of an account (contract §23). */
export class MediaGroup extends HttpApiGroup.make("media").add(
  HttpApiEndpoint.get("list", "/media", {
    query: MediaListQuery,
    success: page(Media),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("media_read"))
    .annotate(OpenApi.Summary, "List pictures")
    .annotate(OpenApi.Description, "Newest first."),
  HttpApiEndpoint.post("upload", "/media", {
    query: UploadQuery,
    payload: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array()),
    success: created(Media),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("media_write"))
    .annotate(BodyLimit, mediaLimits.bytes)
    .annotate(OpenApi.Summary, "Upload a picture")
    .annotate(
      OpenApi.Description,
      "The body is the file: PNG, JPEG, GIF or WebP of at most 10 MiB, sent as `application/octet-stream` or as its own type. It is decoded and encoded again, so that nothing but its pixels stays, and made smaller to at most 2,400 pixels; WebP becomes JPEG, PNG or GIF, which all mail programs show. The same file again gives the picture that is there."
    ),
  HttpApiEndpoint.get("get", "/media/:id", {
    params,
    success: single(Media),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("media_read"))
    .annotate(OpenApi.Summary, "Read a picture")
    .annotate(OpenApi.Description, "Its address and measures; the picture itself is at `url`, without a token."),
  HttpApiEndpoint.delete("remove", "/media/:id", {
    params,
    success: single(Media),
    error: [NotFoundBody, MediaInUseBody, UnavailableBody]
  })
    .annotateMerge(access("media_write"))
    .annotate(OpenApi.Summary, "Delete a picture")
    .annotate(
      OpenApi.Description,
      "A picture that a flow, campaign, saved template or the sender shows, or that was sent, stays: 409 with the places. The answer is the picture as it was."
    )
) {}
