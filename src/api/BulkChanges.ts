import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { BulkChange, KeptContact, UndoPreview, UndoQuery } from "../domain/changes/BulkChange.ts"
import { CursorQuery } from "../domain/lists/Page.ts"
import { NotFoundBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { access } from "./mounts.ts"
import { page, single } from "./envelopes.ts"
import { preferHeader, preferred } from "./Preferences.ts"

const params = { id: Schema.String }

/** The answer to an undo. */
export const UndoResponse = Schema.Struct({ data: BulkChange, dry_run: Schema.optionalKey(UndoPreview) }).annotate({
  identifier: "Undo"
})

/** Changes of many contacts at once, and their undo. */
export class BulkChangesGroup extends HttpApiGroup.make("bulkChanges").add(
  HttpApiEndpoint.get("list", "/bulk-changes", {
    query: CursorQuery,
    success: page(BulkChange),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_read"))
    .annotate(OpenApi.Summary, "List changes of many contacts")
    .annotate(
      OpenApi.Description,
      "Imports of contacts, bulk actions, and what a tag or field step of a flow did on one day (UTC), newest first. A change is kept for 30 days. Deletions are listed, but cannot be undone."
    ),
  HttpApiEndpoint.get("get", "/bulk-changes/:id", {
    params,
    success: single(BulkChange),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_read"))
    .annotate(OpenApi.Summary, "Read a change of many contacts")
    .annotate(OpenApi.Description, "With the progress of its undo. An import of contacts has the id of the import."),
  HttpApiEndpoint.post("undo", "/bulk-changes/:id/undo", {
    params,
    headers: preferHeader,
    query: UndoQuery,
    success: preferred(UndoResponse),
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_write"))
    .annotate(OpenApi.Summary, "Undo a change of many contacts")
    .annotate(
      OpenApi.Description,
      "Runs in the background: read the change for its progress. What was not changed since becomes as it was before: consents by opposite lines of the ledger, names, tags, custom fields and addresses. Contacts that the change made are deleted if nothing refers to them. No consent becomes stronger than before the change. What was changed since stays and is listed by `/kept`. Repeating an undo changes nothing, and an undo cannot be undone. `Prefer: dry-run` counts what an undo would do, as many contacts as a second allows; `cursor` goes on with the `next_cursor` of the part before."
    ),
  HttpApiEndpoint.get("kept", "/bulk-changes/:id/kept", {
    params,
    query: CursorQuery,
    success: page(KeptContact),
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_read"))
    .annotate(OpenApi.Summary, "List what an undo left")
    .annotate(OpenApi.Description, "Contacts of which something could not be taken back, each with what and why.")
) {}
