import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Import, ImportInput, NotesQuery, PartQuery } from "../domain/imports/Import.ts"
import { ImportNote } from "../domain/imports/importNotes.ts"
import { PageQuery } from "../domain/lists/Page.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { access } from "./mounts.ts"
import { created, page, single } from "./envelopes.ts"

const params = { id: Schema.String }

/** Imports of files: created, uploaded in parts, started. These calls do not count against the account's rate limit. */
export class ImportsGroup extends HttpApiGroup.make("imports").add(
  HttpApiEndpoint.get("list", "/imports", {
    query: PageQuery,
    success: page(Import),
    error: UnavailableBody
  })
    .annotateMerge(access("imports_read"))
    .annotate(OpenApi.Summary, "List imports")
    .annotate(OpenApi.Description, "Newest first."),
  HttpApiEndpoint.post("create", "/imports", {
    payload: ImportInput,
    success: created(Import),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("imports_write"))
    .annotate(OpenApi.Summary, "Create an import")
    .annotate(
      OpenApi.Description,
      "Of a file of contacts or orders, with its layout. Upload the file next, then start the import. At most five are under way."
    ),
  HttpApiEndpoint.get("get", "/imports/:id", {
    params,
    success: single(Import),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("imports_read"))
    .annotate(OpenApi.Summary, "Read an import")
    .annotate(OpenApi.Description, "With its progress."),
  HttpApiEndpoint.put("upload", "/imports/:id/file", {
    params,
    query: PartQuery,
    payload: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array()),
    success: single(Import),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("imports_write"))
    .annotate(OpenApi.Summary, "Upload a part of the file")
    .annotate(
      OpenApi.Description,
      "`from` is the number of bytes that were uploaded before. Repeating a part is safe."
    ),
  HttpApiEndpoint.post("start", "/imports/:id/start", {
    params,
    success: single(Import),
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("imports_write"))
    .annotate(OpenApi.Summary, "Start an import")
    .annotate(OpenApi.Description, "Once the whole file is uploaded."),
  HttpApiEndpoint.delete("cancel", "/imports/:id", {
    params,
    success: single(Import),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("imports_write"))
    .annotate(OpenApi.Summary, "Cancel an import")
    .annotate(OpenApi.Description, "Rows that were imported stay."),
  HttpApiEndpoint.get("notes", "/imports/:id/notes", {
    params,
    query: NotesQuery,
    success: page(ImportNote),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("imports_read"))
    .annotate(OpenApi.Summary, "List what an import left out")
    .annotate(
      OpenApi.Description,
      "Rows that failed, cells that were left out, people without an e-mail, and consents that were not taken, each with its row and the reason, in the order of the file. Of each kind at most 10,000 rows are kept."
    ),
  HttpApiEndpoint.get("failures", "/imports/:id/failures", {
    params,
    success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("imports_read"))
    .annotate(OpenApi.Summary, "Read the rows that failed")
    .annotate(OpenApi.Description, "A CSV file in the layout of the import, with the reason in a last column.")
) {}
